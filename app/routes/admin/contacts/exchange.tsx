import { type Mail, MailState } from '#app/routes/admin/bookings/booking-tables'
import { AdminPanel } from '#app/ui/admin/admin-parts'

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
