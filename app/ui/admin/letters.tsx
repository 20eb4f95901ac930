import { Badge, type BadgeTone } from '#app/ui/badge'
import { SelectField } from '#app/ui/field'
import { AdminPanel, AdminRow, AdminTable, EmptyState, RestOfList } from './admin-parts'

const MAIL_STATES = {
  waiting: ['wait', 'Waiting'],
  sending: ['info', 'Being sent'],
  sent: ['success', 'Sent'],
  failed: ['failed', 'Not delivered'],
} satisfies Record<string, [BadgeTone, string]>

export type Mail = {
  id: number
  subject: string
  toAddress: string
  createdAt: string
  state: keyof typeof MAIL_STATES
  sentAt: string | null
  lastError: string | null
}

/** Whether a letter was sent, and why not. */
export function MailState({ mail }: { mail: Pick<Mail, 'state' | 'sentAt' | 'lastError'> }) {
  const [tone, label] = MAIL_STATES[mail.state]
  return (
    <>
      <Badge tone={tone}>{mail.sentAt ? `${label} ${mail.sentAt}` : label}</Badge>
      {mail.state !== 'sent' && mail.lastError && (
        <span className="block whitespace-normal text-2xs text-admin-soft">{mail.lastError}</span>
      )}
    </>
  )
}

/** More of them wait behind a line that opens. */
const MAILS_AT_ONCE = 3

export const MailsTable = ({ rows }: { rows: Mail[] }) => (
  <>
    <h2 className="mt-5 mb-2 font-semibold text-control">Emails</h2>
    {rows.length === 0 ? (
      <EmptyState title="No emails yet">
        What was sent to the traveler and to staff will appear here.
      </EmptyState>
    ) : (
      <>
        <MailRows caption="Emails, newest first" rows={rows.slice(0, MAILS_AT_ONCE)} />
        <RestOfList count={rows.length - MAILS_AT_ONCE}>
          <MailRows caption="Earlier emails" rows={rows.slice(MAILS_AT_ONCE)} />
        </RestOfList>
      </>
    )}
  </>
)

const MailRows = ({ caption, rows }: { caption: string; rows: Mail[] }) => (
  <AdminTable caption={caption} columns={['Subject', 'Written', 'To', 'State']}>
    {rows.map((row) => (
      <AdminRow key={row.id}>
        <th scope="row" className="sm:min-w-52">
          {row.subject}
        </th>
        <td className="whitespace-nowrap">{row.createdAt}</td>
        <td className="break-words">{row.toAddress}</td>
        <td className="whitespace-nowrap">
          <MailState mail={row} />
        </td>
      </AdminRow>
    ))}
  </AdminTable>
)

export type ShownLetter = {
  id: number
  who: string
  wroteAt: string
  text: string
  /** Of staff's letters; the inquiry has none. */
  subject?: string
  mail?: Pick<Mail, 'state' | 'sentAt' | 'lastError'>
}

/** The correspondence, newest first; staff's letters say whether they were sent. */
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

type ReaderFieldProps = { readers: { value: string | number; label: string }[]; chosen: string | number }

/** Chooses for whom the letter is previewed. */
export const ReaderField = ({ readers, chosen }: ReaderFieldProps) => (
  <SelectField
    key={chosen}
    label="As it reads for"
    name="as"
    defaultValue={chosen}
    className="min-w-0 flex-1 basis-60"
  >
    {readers.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </SelectField>
)

type PreviewProps = { subject: string; from: string; html: string }

/** The letter as a mail program will show it. Nothing in the frame runs. */
export const LetterPreview = ({ subject, from, html }: PreviewProps) => (
  <div className="overflow-hidden rounded-field border border-admin-line bg-white">
    <dl className="border-admin-line border-b px-4 py-3 text-xs">
      <div className="flex gap-2">
        <dt className="text-admin-soft">From</dt>
        <dd className="min-w-0 wrap-anywhere">{from}</dd>
      </div>
      <div className="flex gap-2">
        <dt className="text-admin-soft">Subject</dt>
        <dd className="min-w-0 wrap-anywhere font-semibold" dir="auto">
          {subject || '(no subject yet)'}
        </dd>
      </div>
    </dl>
    <iframe title="As its readers will see it" sandbox="" srcDoc={html} className="block h-128 w-full" />
  </div>
)
