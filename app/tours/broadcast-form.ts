import { z } from 'zod'
import { LetterForm } from '#app/people/people-forms'
import { namesOf } from '#app/platform/typed/fields'
import { optionalDay } from '#app/platform/typed/form-schema'
import { checkbox, emailAddress, formKey } from '#app/platform/typed/text'
import {
  ADDRESSEES,
  AUDIENCES,
  type Audience,
  BROADCAST_TIMINGS,
  type OWN_LETTERS,
  type SKIP_REASONS,
} from '#db/values'

export type OwnKind = (typeof OWN_LETTERS)[number]
export type SkipReason = (typeof SKIP_REASONS)[number]
export type BroadcastTiming = (typeof BROADCAST_TIMINGS)[number]
export type Addressees = (typeof ADDRESSEES)[number]

/** Whom it is for, as staff choose it. */
export const AUDIENCE_NAMES: Record<Audience['who'], string> = {
  subscribers: 'Subscribers',
  all: 'Everyone who travels',
  owing: 'Those who still have something to pay',
  'details-missing': 'Those whose details are missing',
  room: 'One room',
  chosen: 'Chosen travelers',
}

export const ADDRESSEE_NAMES: Record<Addressees, string> = {
  leads: 'To lead travelers, one letter for each booking',
  travelers: 'To each traveler with an address of their own',
}

export const TIMING_NAMES: Record<BroadcastTiming, string> = {
  'by-hand': 'When I press “Send now”',
  'on-day': 'On a day',
  before: 'Days before the first day',
  after: 'Days after the last day',
}

export const OWN_LETTER_NAMES: Record<OwnKind, string> = {
  'trip-book': 'Trip book',
  'meeting-point': 'Flights and meeting point',
  'day-before': 'The day before',
  thanks: 'Thanks',
}

/** What is filled in for each reader, and what it becomes; the first one in campaigns, too. */
export const PLACEHOLDERS = {
  'first name': 'the reader’s first name',
  journey: 'the name of the journey',
  'first day': 'its first day',
  'last day': 'its last day',
  'first lodge': 'the lodge of its first night',
  'trip book': 'a link to the reader’s trip book',
  details: 'a link to the reader’s details',
  review: 'a link to the reader’s review',
  signature: 'who signs our letters',
} as const

export type Placeholder = keyof typeof PLACEHOLDERS

const OF_CAMPAIGNS: Placeholder[] = ['first name']

export const placeholdersFor = ({ who }: Pick<Audience, 'who'>): Placeholder[] =>
  who === 'subscribers' ? OF_CAMPAIGNS : namesOf(PLACEHOLDERS)

export type NamedPicture = { address: string; alt: string }

/** A picture of the gallery as a letter has it. */
export const pictureMark = ({ address, alt }: NamedPicture): string =>
  `![${alt.replace(/[[\]]/g, '')}](${address})`

/** Before the first day, or after the last. */
export const LETTER_DAYS_AT_MOST = 365

const USUAL_SEND_TIME = '09:00'

const ids = z.coerce.number().int().positive()
const DAYS_WORDS = `Please enter how many days, up to ${LETTER_DAYS_AT_MOST}`
const howMany = z.coerce
  .number({ error: DAYS_WORDS })
  .int(DAYS_WORDS)
  .min(0, DAYS_WORDS)
  .max(LETTER_DAYS_AT_MOST, DAYS_WORDS)
  .optional()

/** A broadcast as staff write it. */
export const BroadcastForm = LetterForm.extend({
  who: z.enum(AUDIENCES, { error: 'Please choose who it is for' }),
  room: ids.optional(),
  chosen: z.array(ids).max(500).default([]),
  addressees: z.enum(ADDRESSEES, { error: 'Please choose whose mailbox it goes to' }).default('travelers'),
  isUrgent: checkbox(),
  timing: z.enum(BROADCAST_TIMINGS, { error: 'Please choose when it leaves' }),
  sendOn: optionalDay('Please choose a day'),
  daysBefore: howMany,
  daysAfter: howMany,
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: `Please enter a time such as ${USUAL_SEND_TIME}` })
    .default(USUAL_SEND_TIME),
  version: z.coerce.number().int().default(1),
  formKey,
}).superRefine(({ who, room, chosen, timing, sendOn, daysBefore, daysAfter }, context) => {
  const ask = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (who === 'room' && room === undefined) ask('room', 'Please choose a room')
  if (who === 'chosen' && chosen.length === 0) ask('chosen', 'Please choose at least one traveler')
  const isTimed = timing === 'before' || timing === 'after'
  if (who === 'subscribers' && isTimed) ask('timing', 'Please choose a day')
  if (timing === 'on-day' && sendOn === undefined) ask('sendOn', 'Please choose a day')
  if (timing === 'before' && daysBefore === undefined) ask('daysBefore', DAYS_WORDS)
  if (timing === 'after' && daysAfter === undefined) ask('daysAfter', DAYS_WORDS)
})

/** As the form is filled in, and as it is read. */
export type BroadcastTyped = z.input<typeof BroadcastForm>
export type BroadcastWish = z.output<typeof BroadcastForm>

/** What a broadcast consists of, without what became of it. */
export type BroadcastText = Pick<BroadcastWish, 'subject' | 'body' | 'addressees' | 'isUrgent' | 'timing'> & {
  audience: Audience
  sendOn: string | null
  days: number | null
  sendMinute: number
}

/** What was typed, as it is stored: nothing that its choices do not ask for. */
export function broadcastFromForm({
  subject,
  body,
  addressees,
  isUrgent,
  timing,
  ...typed
}: BroadcastWish): BroadcastText {
  const { who, room, chosen, sendOn, daysBefore, daysAfter, time } = typed
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const days = { before: daysBefore, after: daysAfter, 'on-day': undefined, 'by-hand': undefined }[timing]
  return {
    ...{ subject, body, addressees, timing },
    isUrgent: isUrgent && who !== 'subscribers',
    audience: { who, ids: who === 'room' ? [room ?? 0] : who === 'chosen' ? chosen : [] },
    sendOn: timing === 'on-day' ? (sendOn ?? null) : null,
    days: days ?? null,
    sendMinute: 60 * hours + minutes,
  }
}

export const TEST_ADDRESS = 'Please enter one email address for the test'

/** What the buttons of a broadcast's page post. */
export const BroadcastActForm = z.object({
  intent: z.enum(['send', 'send-to-missed', 'schedule', 'hold', 'copy', 'retry', 'test', 'remove']),
  version: z.coerce.number().int().default(0),
  shown: z.string().max(10_000).default(''),
  testTo: emailAddress({ missing: TEST_ADDRESS }).optional(),
  as: z.string().max(15).optional(),
  formKey: z.uuid().optional(),
})

/** '09:00', as an input of a time has it. */
export const timeTyped = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
