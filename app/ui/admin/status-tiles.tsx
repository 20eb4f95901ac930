import { BangIcon, CheckIcon } from '#app/ui/icons'

const MAIL = {
  active: { good: true, title: 'Email system active', text: 'The mail server answered just now.' },
  'not-configured': {
    good: false,
    title: 'Email is not active',
    text: 'SMTP_URL is not set: mail waits in the outbox and is not lost.',
  },
  'no-answer': {
    good: false,
    title: 'Email does not answer',
    text: 'The mail server could not be reached: mail waits and is tried again.',
  },
}

const PAYMENTS = {
  connected: { good: true, title: 'Payment processing connected', text: 'Stripe answered just now.' },
  'not-configured': {
    good: false,
    title: 'Payments are not configured',
    text: 'A Stripe key is missing: nobody can pay by card.',
  },
  'key-refused': {
    good: false,
    title: 'Stripe refuses our key',
    text: 'Nobody can pay by card until STRIPE_SECRET_KEY is right.',
  },
  'no-answer': {
    good: false,
    title: 'Stripe does not answer',
    text: 'Payments resume as soon as it does.',
  },
}

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
      <Tile {...MAIL[status.mail]} />
      <Tile {...PAYMENTS[status.payments]} />
      <Tile
        good
        title="Automation ready for cron"
        text={`Next reminders ${status.nextReminders}, overdue notices ${status.nextOverdue}.`}
      />
    </ul>
  )
}

function Tile({ good, title, text }: { good: boolean; title: string; text: string }) {
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
