import { Form, useNavigation } from '@remix-run/react'
import { deskButton } from '#app/ui/desk/desk-button'

type Props = { answeredAt: string | null; replyDueAt: string }

/** Whether the contact was answered, and the button that says otherwise. */
export function AnsweredForm({ answeredAt, replyDueAt }: Props) {
  const isSaving = useNavigation().formData?.has('answered') ?? false
  const label = answeredAt ? 'Mark as not answered' : 'Mark as answered'
  return (
    <Form
      method="post"
      preventScrollReset
      className="mt-4 flex flex-wrap items-center justify-between gap-3 border-desk-line border-t pt-4"
    >
      <p className="text-sm">
        {answeredAt
          ? `Answered on ${answeredAt}`
          : `Not answered yet. A reply was promised by ${replyDueAt}.`}
      </p>
      <button
        type="submit"
        name="answered"
        value={answeredAt ? 'no' : 'yes'}
        aria-busy={isSaving}
        className={deskButton('plain')}
      >
        {isSaving ? 'Saving...' : label}
      </button>
    </Form>
  )
}
