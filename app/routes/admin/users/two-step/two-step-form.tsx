import { type FormMetadata, getFormProps } from '@conform-to/react'
import { Form, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { deskButton } from '#app/ui/desk/desk-button'
import { NotSent } from '#app/ui/desk/not-sent'
import { Link } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { Spinner } from '#app/ui/spinner'

type Props<Fields extends Record<string, unknown>> = {
  form: FormMetadata<Fields, string[]>
  action: string
  label: string
  busyLabel: string
  tone?: 'main' | 'danger'
  /** The own page. */
  cancelTo: string
  children: ReactNode
}

/** The frame of a form about one's own two-step sign-in. */
export function TwoStepForm<Fields extends Record<string, unknown>>(props: Props<Fields>) {
  const { form, action, label, busyLabel, tone = 'main', cancelTo, children } = props
  const busy = useNavigation().formAction === action
  return (
    <Form method="post" action={action} {...getFormProps(form)} className="grid max-w-md gap-4.5">
      {children}
      {form.errors?.[0] && <Notice tone="danger" role="alert" title={form.errors[0]} />}
      <NotSent />
      <div className="mt-1 flex flex-wrap gap-2.5">
        <button type="submit" disabled={busy} aria-busy={busy} className={deskButton(tone)}>
          {busy && <Spinner className="size-4" />}
          {busy ? busyLabel : label}
        </button>
        <Link to={cancelTo} className={deskButton('plain')}>
          Cancel
        </Link>
      </div>
    </Form>
  )
}
