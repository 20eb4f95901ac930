import { Form, useNavigation } from '@remix-run/react'
import { mailName } from '#app/mail/mail-names'
import { deskButton } from '#app/ui/desk/desk-button'
import { VisuallyHidden } from '#app/ui/visually-hidden'
import { AttentionPanel, AttentionRow } from './attention-panel'

type Mail = {
  id: number
  kind: string
  toAddress: string
  reference: string | null
  lastError: string | null
  writtenAt: string
}

type Props = { count: number; atMost: number; rows: Mail[] }

export const FailedMailPanel = ({ count, atMost, rows }: Props) => (
  <AttentionPanel
    title="Mail that failed"
    count={count}
    atMost={atMost}
    isUrgent
    className="lg:col-span-2"
    empty="Every mail went out, or is on its way."
  >
    {rows.map((mail) => (
      <AttentionRow
        key={mail.id}
        to={mail.reference ? `/admin/bookings/${mail.reference}` : undefined}
        name={`${named(mail.kind)}${mail.reference ? ` for ${mail.reference}` : ''}`}
        about={`To ${mail.toAddress}, ${mail.writtenAt}`}
        side={<RetryButton mail={String(mail.id)} label="Try again" about={`, mail to ${mail.toAddress}`} />}
      >
        {mail.lastError && (
          <p className="wrap-anywhere mt-0.5 line-clamp-5 text-2xs text-danger">{mail.lastError}</p>
        )}
      </AttentionRow>
    ))}
    {count > rows.length && (
      <li className="border-desk-line border-t pt-3">
        <RetryButton mail="all" label="Try all again" />
      </li>
    )}
  </AttentionPanel>
)

function RetryButton({ mail, label, about }: { mail: string; label: string; about?: string }) {
  const busy = useNavigation().formData?.get('mail') === mail
  return (
    <Form method="post" action="/admin/dashboard" preventScrollReset>
      <input type="hidden" name="mail" value={mail} />
      <button type="submit" disabled={busy} className={deskButton('plain')}>
        {busy ? 'Trying...' : label}
        {about && <VisuallyHidden>{about}</VisuallyHidden>}
      </button>
    </Form>
  )
}

/** 'Booking confirmation'. */
function named(kind: string): string {
  const name = mailName(kind)
  return name.charAt(0).toUpperCase() + name.slice(1)
}
