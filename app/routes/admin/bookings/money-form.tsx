import { type FormMetadata, getFormProps } from '@conform-to/react'
import { Form, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { type DeskButtonTone, deskButton } from '#app/ui/desk/desk-button'
import { NotSent } from '#app/ui/desk/not-sent'
import { Link } from '#app/ui/link'
import { Notice } from '#app/ui/notice'

type Props<Fields extends Record<string, unknown>> = {
  form: FormMetadata<Fields>
  /** Of what moves money: a second press does nothing. */
  formKey?: string
  closeTo: string
  tone: DeskButtonTone
  label: string
  busyLabel: string
  children: ReactNode
}

/** The frame of a dialog about money: its fields, what was refused, its button and the way back. */
export function MoneyForm<Fields extends Record<string, unknown>>(props: Props<Fields>) {
  const { form, formKey, closeTo, tone, label, busyLabel, children } = props
  const busy = useNavigation().state !== 'idle'
  const hidden = ['formKey', 'quotedCents', 'quotedKeptCents', 'wholeCents']
  const refused = form.errors?.[0] ?? hidden.map((name) => form.allErrors[name]?.[0]).find(Boolean)
  return (
    <Form method="post" {...getFormProps(form)} preventScrollReset className="grid gap-5">
      {formKey && <input type="hidden" name="formKey" value={formKey} />}
      {children}
      {refused && <Notice tone="danger" role="alert" title={refused} />}
      <NotSent />
      <div className="flex flex-wrap gap-2.5">
        <button type="submit" disabled={busy} className={deskButton(tone)}>
          {busy ? busyLabel : label}
        </button>
        <Link to={closeTo} preventScrollReset className={deskButton('plain')}>
          Back
        </Link>
      </div>
    </Form>
  )
}
