import { getFormProps, type SubmissionResult } from '@conform-to/react'
import { Form, useNavigation } from '@remix-run/react'
import { EMAIL_AT_MOST } from '#app/platform/typed/fields'
import { OwnEmailForm, PROOF_DAYS } from '#app/staff/user-forms'
import { filledIn } from '#app/ui/admin/admin-fields'
import { NotSent, useLastResult } from '#app/ui/admin/admin-form'
import { AdminPanel, adminButton, SubmitButton } from '#app/ui/admin/admin-parts'
import { CurrentPassword } from '#app/ui/admin/secret-fields'
import { useStaffForm } from '#app/ui/admin/staff-form'
import { Badge } from '#app/ui/badge'
import { TextField } from '#app/ui/field'
import { Notice } from '#app/ui/notice'

export type Emails = { email: string | null; waiting: string | null }

type Props = Emails & { id: number; answered: SubmissionResult<string[]> | null | undefined }

/** Where the link goes when one has forgotten the password. */
export function OwnEmail({ id, email, waiting, answered }: Props) {
  const here = `/admin/users/${id}`
  const saving = useNavigation().formAction === here
  const [form, fields] = useStaffForm(OwnEmailForm, {
    id: 'own-email',
    lastResult: useLastResult(answered),
    defaultValue: { email: waiting ?? email },
  })
  return (
    <AdminPanel
      title="If you forget your password"
      className="mb-5 p-5"
      actions={<EmailBadge email={email} waiting={waiting} />}
    >
      {waiting && <Waiting here={here} email={email} waiting={waiting} />}
      <p className="mb-4 text-admin-soft text-sm">
        {email
          ? `A link to a new password can be sent to ${email}. Leave the field empty to have none.`
          : 'With an address here, a link to a new password can be sent to you. We’ll email you to confirm it.'}
      </p>
      <Form
        method="post"
        action={here}
        preventScrollReset
        {...getFormProps(form)}
        className="grid items-start gap-x-4 gap-y-4.5 sm:grid-cols-2"
      >
        <TextField
          {...filledIn(fields.email)}
          type="email"
          label="Email"
          autoComplete="email"
          maxLength={EMAIL_AT_MOST}
          autoFocus={Boolean(fields.email.errors)}
          optional
        />
        <CurrentPassword
          field={fields.currentPassword}
          autoFocus={Boolean(fields.currentPassword.errors && !fields.email.errors)}
        />
        <NotSent className="sm:col-span-2" />
        <div className="sm:col-span-2">
          <SubmitButton tone="plain" busy={saving} label="Save address" busyLabel="Saving..." />
        </div>
      </Form>
    </AdminPanel>
  )
}

/** How an account stands with its email address. */
export function EmailBadge({ email, waiting }: Emails) {
  if (waiting) return <Badge tone="wait">Not confirmed yet</Badge>
  return email ? <Badge tone="success">Confirmed</Badge> : <Badge tone="wait">No email</Badge>
}

/** A letter is on its way, or has been overlooked. */
function Waiting({ here, email, waiting }: Emails & { here: string }) {
  const again = `${here}?again`
  const busy = useNavigation().formAction === again
  return (
    <Notice tone="wait" title={`Please confirm ${waiting}`} className="mb-4">
      <p>
        We sent a link there; it is good for {PROOF_DAYS} days.
        {email && ` Until you confirm it, ${email} stays.`}
      </p>
      <Form method="post" action={again} preventScrollReset className="mt-3">
        <button type="submit" disabled={busy} aria-busy={busy} className={adminButton('plain')}>
          {busy ? 'Sending...' : 'Send it again'}
        </button>
      </Form>
    </Notice>
  )
}
