import { getFormProps, useForm } from '@conform-to/react'
import { Form, useNavigation } from '@remix-run/react'
import { EMAIL_AT_MOST } from '#app/platform/typed/limits'
import { adminField } from '#app/ui/admin/admin-fields'
import { Button } from '#app/ui/button'
import { TextField } from '#app/ui/field'
import { Panel } from '#app/ui/panel'
import type { DetailsAnswer } from './answer-details.server'

type Props = {
  companion: { address: string; email: string }
  called: string
  here: string
  isOver: boolean
  answer: DetailsAnswer | undefined
}

/** For the lead traveler: the companion's own link, to be sent by us or handed on by them. */
export function CompanionLink({ companion, called, here, isOver, answer }: Props) {
  const answered = answer?.form === 'link' ? answer.submission : undefined
  const busy = useNavigation().formData?.get('intent') === 'send-link'
  const [form, fields] = useForm<{ email: string }>({
    id: `companion-${companion.email}`,
    lastResult: answered,
    defaultValue: { email: companion.email },
  })
  if (isOver) return null
  return (
    <Panel as="section">
      <h2 className="type-h3">Let them fill it in</h2>
      <p className="mt-2 text-sm">
        <bdi>{called}</bdi> can have a link of their own. It opens only these details: nothing about money,
        and nothing about anyone else who is traveling with you.
      </p>
      <Form method="post" action={here} {...getFormProps(form)} key={form.id} className="mt-5 grid gap-4">
        <TextField
          label="Their email"
          type="email"
          {...adminField(form, fields.email)}
          maxLength={EMAIL_AT_MOST}
          autoComplete="off"
          hint="We send them the link, and later ask them for what is missing."
        />
        <p>
          <Button tone="outline" name="intent" value="send-link" busy={busy} busyLabel="Sending...">
            Send them the link
          </Button>
        </p>
      </Form>
      <TextField
        label="Or copy their link"
        name="link"
        readOnly
        value={companion.address}
        onFocus={(event) => event.currentTarget.select()}
        className="mt-6"
      />
    </Panel>
  )
}
