import { REPLY_HOURS } from '#app/people/people-fields'
import { type Mail, MailState } from '#app/routes/admin/bookings/booking-tables'
import { AdminPanel } from '#app/ui/admin/admin-parts'
import { Badge } from '#app/ui/badge'

type BadgeProps = { isAnswered: boolean; isLate: boolean }

/** Whether somebody has an answer, and whether the promised hours have passed without one. */
export function AnswerBadge({ isAnswered, isLate }: BadgeProps) {
  if (isAnswered) return <Badge tone="success">Answered</Badge>
  return isLate ? (
    <Badge tone="failed">Waits over {REPLY_HOURS} hours</Badge>
  ) : (
    <Badge tone="wait">Unanswered</Badge>
  )
}

export type ShownLetter = {
  id: number
  who: string
  wroteAt: string
  text: string
  /** Of staff's answers: the inquiry has none. */
  subject?: string
  mail?: Pick<Mail, 'state' | 'sentAt' | 'lastError'>
}

/** What was written to and fro, newest first; an answer says whether its letter left. */
export const Exchange = ({ letters, title }: { letters: ShownLetter[]; title?: string }) => (
  <AdminPanel title={title ?? (letters.length > 1 ? 'Exchange' : 'Message')}>
    <ol className="grid gap-5">
      {letters.map(({ id, who, wroteAt, text, subject, mail }) => (
        <li key={id} className="border-admin-line border-t pt-5 first:border-t-0 first:pt-0">
          {(subject || letters.length > 1) && (
            <p className="mb-2 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-2xs text-admin-soft">
              <span>
                <bdi>{who}</bdi>, {wroteAt}
              </span>
              {mail && <MailState mail={mail} />}
            </p>
          )}
          {subject && (
            <p dir="auto" className="wrap-anywhere mb-1.5 font-semibold text-sm">
              {subject}
            </p>
          )}
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {text}
          </p>
        </li>
      ))}
    </ol>
  </AdminPanel>
)
