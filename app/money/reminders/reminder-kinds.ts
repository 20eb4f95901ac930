import { REMINDER_KINDS } from '#db/values'

type Facts = {
  reference: string
  tourName: string
  /** 'your seat' or 'your seats'. */
  yourSeats: string
  /** 'first installment', 'final installment', 'installment' or 'both installments'. */
  installment: string
  /** Days as they are shown: 'Oct 16, 2025'. */
  startsOn: string
  dueOn: string
  /** How far that is: 'Tomorrow', 'Today', or the day. */
  dueWhen: string
  /** All that is past its day, as a sum and as 'the first installment was due on Aug 15, 2025'. */
  overdueSum: string
  overdue: string
}

type Kind = {
  /** How many days before the due date it begins: 0 is the day itself, -1 the day after. */
  daysBefore: number
  /** What it is called in a sentence, and with its article. */
  name: string
  aName: string
  label: string
  look: 'info' | 'wait' | 'failed'
  /** Staff get a letter as well, with the phone number. */
  tellsStaff?: true
  /** Where each pays their own, the lead traveler gets one as well, of all that is open (rules 2.26). */
  tellsLead?: true
  letter: (facts: Facts) => { subject: string; opening: string; closing: string }
}

export type ReminderKind = (typeof REMINDER_KINDS)[number]

/**
 * Days, names and letters of the kinds of reminders (rules 3.5). One that is added is sent, forecast and
 * displayed; only the database's check of the column needs a migration. Safe in the browser.
 */
export const REMINDERS: Record<ReminderKind, Kind> = {
  friendly: {
    daysBefore: 7,
    name: 'friendly reminder',
    aName: 'a friendly reminder',
    label: 'Friendly',
    look: 'info',
    letter: ({ reference, tourName, yourSeats, startsOn, installment, dueOn }) => ({
      subject: `Coming up: your ${installment} for ${reference}`,
      opening: `We are holding ${yourSeats} on the ${tourName}, and we are looking forward to ${startsOn}. The ${installment} is due on ${dueOn}; here is everything you need to pay it when it suits you.`,
      closing: 'It takes a minute by card. You can also pay the whole balance now.',
    }),
  },
  urgent: {
    daysBefore: 3,
    name: 'urgent reminder',
    aName: 'an urgent reminder',
    label: 'Urgent',
    look: 'wait',
    letter: ({ reference, tourName, yourSeats, installment, dueOn }) => ({
      subject: `Due ${dueOn}: ${installment} for ${reference}`,
      opening: `The ${installment} for ${yourSeats} on the ${tourName} is due on ${dueOn}. Please pay it by then, so that your arrangements in Kenya stay confirmed.`,
      closing: 'If the date is a problem, write to us before then: it is easier to find a way ahead of time.',
    }),
  },
  final: {
    daysBefore: 1,
    name: 'final notice',
    aName: 'a final notice',
    label: 'Final notice',
    look: 'wait',
    tellsLead: true,
    letter: ({ reference, tourName, installment, dueOn, dueWhen }) => ({
      subject: `${dueWhen}: your ${installment} for ${reference}`,
      opening: `This is the last reminder before the ${installment} for the ${tourName} falls due on ${dueOn}. Please pay it now.`,
      closing: 'If something is in the way, please call or write to us today.',
    }),
  },
  overdue: {
    daysBefore: -1,
    name: 'overdue notice',
    aName: 'an overdue notice',
    label: 'Overdue',
    look: 'failed',
    tellsLead: true,
    letter: ({ reference, tourName, yourSeats, installment, overdueSum, overdue }) => ({
      subject: `Overdue: ${installment} for ${reference}`,
      opening: `We have not received ${overdueSum} for ${yourSeats} on the ${tourName}: ${overdue}. Please pay it now to keep ${yourSeats}.`,
      closing:
        'If you cannot pay at the moment, or want to change or cancel your booking, please reply to this email: we would rather talk than lose you.',
    }),
  },
  'second-overdue': {
    daysBefore: -7,
    name: 'second overdue notice',
    aName: 'a second overdue notice',
    label: 'Second overdue',
    look: 'failed',
    tellsLead: true,
    tellsStaff: true,
    letter: ({ reference, tourName, yourSeats, installment, overdueSum, overdue }) => ({
      subject: `Still overdue: ${installment} for ${reference}`,
      opening: `We are still waiting for ${overdueSum} for ${yourSeats} on the ${tourName}: ${overdue}. Please pay it now, or reply to this email and tell us when you can.`,
      closing: 'We can postpone the due date if you ask us. If we don’t hear from you, we will call you.',
    }),
  },
  'last-overdue': {
    daysBefore: -21,
    name: 'last overdue notice',
    aName: 'a last overdue notice',
    label: 'Last overdue',
    look: 'failed',
    tellsLead: true,
    tellsStaff: true,
    letter: ({ reference, tourName, yourSeats, installment, overdueSum, overdue }) => ({
      subject: `You may lose ${yourSeats}: ${installment} for ${reference}`,
      opening: `We have not received ${overdueSum} for ${yourSeats} on the ${tourName}: ${overdue}. This is our last notice: if it stays unpaid, we may cancel your booking.`,
      closing: 'Please pay it now, or call us today: we can still find a way together.',
    }),
  },
}

export const MILDEST = REMINDER_KINDS[0]
export const MOST_PRESSING = REMINDER_KINDS.at(-1) ?? MILDEST

/** How many days before a due date its first reminder goes out. */
export const FIRST_REMINDER_DAYS = REMINDERS[MILDEST].daysBefore

/** Whether it speaks of a due date that has passed; the others speak of one to come. */
export const isAfterDueDate = (kind: ReminderKind): boolean => REMINDERS[kind].daysBefore < 0

/** Whether the lead traveler gets it of others’ shares, too. */
export const tellsLead = (kind: ReminderKind): boolean => REMINDERS[kind].tellsLead === true

/** Whether staff are written to with it. */
export const tellsStaff = (kind: ReminderKind): boolean => REMINDERS[kind].tellsStaff === true

/**
 * The most pressing kind that is due this many days before the due date; null while it is too early for any.
 */
export const kindDue = (daysUntilDue: number): ReminderKind | null =>
  REMINDER_KINDS.findLast((kind) => daysUntilDue <= REMINDERS[kind].daysBefore) ?? null

/**
 * What staff send who choose this many days: 0 is overdue once the day has passed. `daysLeft` may be unknown
 * to a screen.
 */
export const kindByHand = (daysChosen: number, daysLeft = 0): ReminderKind =>
  kindDue(daysChosen === 0 ? Math.min(daysLeft, 0) : daysChosen) ?? MILDEST

/** Whether one kind presses more than the other; each presses more than none. */
export const isMoreUrgent = (one: ReminderKind | null, other: ReminderKind | null): boolean =>
  one !== null && (other === null || REMINDERS[one].daysBefore < REMINDERS[other].daysBefore)

/** What a reminder is called in the outbox. */
export const mailKindOf = (kind: ReminderKind): `reminder-${string}` => `reminder-${kind}`

/** The kind of reminder that a mail of the outbox is; undefined for other mail. */
export const reminderKindOf = (mailKind: string): ReminderKind | undefined =>
  REMINDER_KINDS.find((kind) => mailKindOf(kind) === mailKind)
