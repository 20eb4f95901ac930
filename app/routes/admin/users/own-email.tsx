import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import { OwnEmailForm } from '#app/staff/user-forms'
import { EMAIL_AT_MOST } from '#app/typed/limits'
import { deskButton } from '#app/ui/desk/desk-button'
import { DeskPanel } from '#app/ui/desk/desk-panel'
import { useLastResult } from '#app/ui/desk/kept-form'
import { type Failure, NotSent, useDeskAnswer } from '#app/ui/desk/not-sent'
import { TextField } from '#app/ui/text-field'

/** What was refused. */
export type OwnEmailAnswer = { submission: SubmissionResult; failed?: Failure }

type Props = { id: number; email: string | null }

/** Where the link goes when somebody has forgotten their password: for themselves alone. */
export function OwnEmail({ id, email }: Props) {
  const here = `/admin/users/${id}`
  const saving = useNavigation().formAction === here
  const answer = useDeskAnswer<OwnEmailAnswer>()
  const [form, fields] = useForm({
    id: 'own-email',
    lastResult: useLastResult(answer?.submission),
    defaultValue: { email },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: OwnEmailForm }),
    shouldRevalidate: 'onInput',
  })
  return (
    <DeskPanel title="If you forget your password" className="mb-5 p-5">
      <p className="mb-4 text-desk-soft text-sm">
        {email
          ? 'A link to a new password can be sent to this address. Leave it empty to have none.'
          : 'With an address here, a link to a new password can be sent to you.'}
      </p>
      <Form
        method="post"
        action={here}
        preventScrollReset
        {...getFormProps(form)}
        className="grid items-start gap-x-4 gap-y-4.5 sm:grid-cols-2"
      >
        <TextField
          id={fields.email.id}
          name="email"
          type="email"
          label="Email"
          autoComplete="email"
          maxLength={EMAIL_AT_MOST}
          autoFocus={Boolean(fields.email.errors)}
          errors={fields.email.errors}
          defaultValue={fields.email.initialValue}
          optional
        />
        <TextField
          id={fields.currentPassword.id}
          name="currentPassword"
          type="password"
          label="Current Password"
          autoComplete="current-password"
          autoFocus={Boolean(fields.currentPassword.errors && !fields.email.errors)}
          errors={fields.currentPassword.errors}
          required
        />
        <NotSent className="sm:col-span-2" />
        <div className="sm:col-span-2">
          <button type="submit" disabled={saving} aria-busy={saving} className={deskButton('plain')}>
            {saving ? 'Saving...' : 'Save address'}
          </button>
        </div>
      </Form>
    </DeskPanel>
  )
}
