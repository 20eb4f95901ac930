import { BangIcon, CheckIcon } from '#app/ui/icons'

/** Title and text of each state. */
type States = Record<string, [string, string]>

const MAIL = {
  active: ['Email system active', 'The mail server answered just now.'],
  'not-configured': ['Email is not active', 'SMTP_URL is not set: mail waits in the outbox and is not lost.'],
  'no-answer': [
    'Email does not answer',
    'The mail server could not be reached: mail waits and is tried again.',
  ],
} satisfies States

const PAYMENTS = {
  connected: ['Payment processing connected', 'Stripe answered just now.'],
  'not-configured': ['Payments are not configured', 'A Stripe key is missing: no one can pay by card.'],
  'key-refused': ['Stripe refuses our key', 'No one can pay by card until STRIPE_SECRET_KEY is right.'],
  'no-answer': ['Stripe does not answer', 'Payments resume as soon as it does.'],
} satisfies States

type Status = {
  mail: keyof typeof MAIL
  payments: keyof typeof PAYMENTS
  nextReminders: string
  nextOverdue: string
}

/** The mail server and Stripe as they answered just now, and when the automation runs next. */
export function StatusTiles({ status }: { status: Status }) {
  return (
    <ul aria-label="System status" className="grid gap-3 sm:grid-cols-3">
      <Tile good={status.mail === 'active'} words={MAIL[status.mail]} />
      <Tile good={status.payments === 'connected'} words={PAYMENTS[status.payments]} />
      <Tile
        good
        words={[
          'Automation ready for cron',
          `Next reminders ${status.nextReminders}, overdue notices ${status.nextOverdue}.`,
        ]}
      />
    </ul>
  )
}

function Tile({ good, words: [title, text] }: { good: boolean; words: [string, string] }) {
  const Icon = good ? CheckIcon : BangIcon
  return (
    <li className="flex gap-3 rounded-field border border-admin-line bg-white p-4">
      <span
        className={`mt-0.5 grid size-6 flex-none place-items-center rounded-full text-white ${good ? 'bg-acacia' : 'bg-danger'}`}
      >
        <Icon className="size-3.5" />
      </span>
      <span>
        <span className="block font-semibold">{title}</span>
        <span className="block text-admin-soft text-xs">{text}</span>
      </span>
    </li>
  )
}
