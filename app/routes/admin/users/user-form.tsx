import { type FormMetadata, getFormProps } from '@conform-to/react'
import { Form, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { DialogActions } from '#app/ui/desk/dialog-actions'
import { NotSent } from '#app/ui/desk/not-sent'
import { Notice } from '#app/ui/notice'

type Props<Fields extends Record<string, unknown>> = {
  form: FormMetadata<Fields, string[]>
  action: string
  label: string
  busyLabel: string
  children: ReactNode
}

/** The frame of a dialog about an account: its fields, what was refused, its button and the way back. */
export function UserForm<Fields extends Record<string, unknown>>(props: Props<Fields>) {
  const { form, action, label, busyLabel, children } = props
  const busy = useNavigation().formAction === action
  return (
    <Form method="post" action={action} preventScrollReset {...getFormProps(form)} className="grid gap-4.5">
      {children}
      {form.errors?.[0] && <Notice tone="danger" role="alert" title={form.errors[0]} />}
      <NotSent />
      <DialogActions cancelTo="/admin/users" busy={busy} label={label} busyLabel={busyLabel} />
    </Form>
  )
}
