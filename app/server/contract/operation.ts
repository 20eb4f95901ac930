import type { Column } from 'drizzle-orm'
import { z } from 'zod'
import { columnOf, ORDER_NOTES, TRAVELER } from '#app/bookings/checkout-form'
import { CONTACT } from '#app/people/contact-fields'
import { NEWSLETTER } from '#app/people/people-fields'
import { readCursor } from '#app/platform/lists/page-cursor'
import { namesOf, ofEach, valuesOf } from '#app/platform/typed/fields'
import { EXPERIENCE, STORY } from '#app/site/list-forms'
import { SETTINGS } from '#app/site/settings-form'
import { ROLE_KEYS } from '#app/staff/rights'
import { bookings } from '#db/schema/bookings'
import { contactInquiries, newsletterSubscriptions } from '#db/schema/people'
import { experiences, siteSettings, testimonials } from '#db/schema/site'
import { BOOKING_STATUSES, PAYMENT_TYPES, ROOM_TYPES, SUBSCRIBER_STATES } from '#db/values'

// What the calls answer (rules 7.7). Money is US dollars; an instant is UTC.

export const instant = z.iso.datetime()
const id = z.int().min(1)
const day = z.iso.date()
export const dollars = z.number().describe('US dollars')

const OF_COLUMNS = { string: z.string(), number: z.int(), boolean: z.boolean(), date: instant }

/** A column as JSON has it, by what it holds. */
function jsonOf({ dataType, notNull, primary }: Column): z.ZodType {
  const schema = primary ? id : OF_COLUMNS[dataType as keyof typeof OF_COLUMNS]
  return notNull ? schema : schema.nullable()
}

const rowOf = (columns: Record<string, Column>, title: string) =>
  z.strictObject(ofEach(columns, (name) => jsonOf(columns[name] as Column))).meta({ title })

/** Who travels, by the names of the columns. */
const CUSTOMER = Object.fromEntries(
  namesOf(TRAVELER).map((field) => [columnOf(field), jsonOf(bookings[columnOf(field)])]),
)

/** What was done, in a sentence. */
export const Message = z.strictObject({ message: z.string() }).meta({ title: 'Message' })

const errors = z.record(z.string(), z.array(z.string())).describe('Sentences by field')

/** Why not, in a sentence; for fields that are wrong, each with its own sentences. */
const Failure = z.strictObject({ message: z.string(), errors: errors.optional() }).meta({ title: 'Failure' })

export const Plan = z
  .strictObject({
    numberOfGuests: z.int().min(2).optional().describe('Of a party; the amounts are for all of it'),
    pricePerTraveler: dollars.optional().describe('Of a party all in rooms of one kind'),
    pricesOfTravelers: z.array(dollars).optional().describe('Of a mixed party'),
    priceSum: z.string().optional().describe('Of a party: how its price before discounts comes about'),
    earlyBirdDiscount: dollars.optional().describe('Deducted already, for booking early'),
    discountCode: z
      .strictObject({
        code: z.string(),
        words: z.string(),
        amount: dollars,
        isCutToDeposit: z.boolean().describe('It says more, and the deposit remains to be paid'),
      })
      .optional()
      .describe('Deducted already, for all travelers'),
    totalAmount: dollars,
    depositAmount: dollars,
    installmentAmount: dollars,
    remaining: dollars,
    installments: z.array(z.strictObject({ number: z.int(), amount: dollars, dueDate: day })),
    refundTerms: z.string(),
    refundDates: z.string().describe('The same as days, for a booking made today, a line each'),
    refundSteps: z
      .array(z.strictObject({ when: z.string(), back: z.string(), state: z.enum(['over', 'now', 'ahead']) }))
      .describe('The same in few words, for a bar'),
    nothingRefundableFrom: day,
    runs: z
      .strictObject({ minimumTravelers: z.int(), decidedBy: day, sentence: z.string() })
      .optional()
      .describe('From how many travelers the departure runs; absent once it is certain'),
  })
  .meta({ title: 'Plan' })

/** A refusal with what applies instead: today’s terms or pages, or the booking that is made already. */
export const TermsFailure = Failure.extend({
  terms: Plan.optional(),
  pages: z.string().optional(),
  bookingReference: z.string().optional(),
}).meta({ title: 'TermsFailure' })

export const OpenedIntent = z.strictObject({
  clientSecret: z.string(),
  paymentIntentId: z.string(),
  amount: dollars,
  bookingReference: z.string().nullable().describe('null where no seat is held: only a card form is shown'),
})

export const LaterIntent = z.strictObject({ clientSecret: z.string(), paymentIntentId: z.string() })

/** A booking as the confirmation reads it. */
export const Booking = z
  .strictObject({
    id,
    bookingReference: z.string(),
    tourType: z.string(),
    departure: z.strictObject({ startsOn: day, endsOn: day }).describe('Its first and last day'),
    roomType: z.enum(ROOM_TYPES),
    paymentType: z.enum(PAYMENT_TYPES),
    paymentStatus: z.enum(BOOKING_STATUSES),
    ...CUSTOMER,
    numberOfGuests: z.int(),
    singles: z.int().optional().describe('Of a mixed party: how many of them have a single room'),
    ...ofEach(ORDER_NOTES, (name) => jsonOf(bookings[name])),
    totalAmount: dollars,
    depositAmount: dollars,
    paidAmount: dollars,
    writtenOffAmount: dollars.describe('The part of the total that staff wrote off; it is no longer due'),
    remainingAmount: dollars,
    installments: z.array(
      z.strictObject({ number: z.int(), amount: dollars, dueDate: day, paidAt: instant.nullable() }),
    ),
    stripePaymentIntentId: z.string().nullable(),
    refundTerms: z.string(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ title: 'Booking' })

/** The same as the staff's list reads it, with the other names of the address. */
export const ListedBooking = Booking.extend({
  paymentAmount: dollars,
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
}).meta({ title: 'ListedBooking' })

export const Experience = rowOf({ id: experiences.id, ...valuesOf(EXPERIENCE, experiences) }, 'Experience')

const { traveledOn: _month, picture: _picture, ...told } = STORY
export const Testimonial = rowOf({ id: testimonials.id, ...valuesOf(told, testimonials) }, 'Testimonial')
  .extend({ rating: z.int().min(1).max(5) })
  .meta({ title: 'Testimonial' })

const role = z.enum(ROLE_KEYS)

export const Session = z.strictObject({ admin: z.strictObject({ id, username: z.string(), role }) })

export const User = z
  .strictObject({ id, username: z.string(), role, createdAt: instant, lastLogin: instant.nullable() })
  .meta({ title: 'User' })

const { note: _, ...stored } = CONTACT
/** With the newest note of staff. */
export const Contact = rowOf({ id: contactInquiries.id, ...valuesOf(stored, contactInquiries) }, 'Contact')
  .extend({ note: z.string().nullable() })
  .meta({ title: 'Contact' })

export const Subscriber = z
  .strictObject({
    id,
    ...ofEach(NEWSLETTER, (field) => jsonOf(newsletterSubscriptions[field])),
    createdAt: instant,
    confirmedAt: instant.nullable(),
    unsubscribedAt: instant.nullable(),
    state: z.enum(SUBSCRIBER_STATES),
    isSubscribed: z.boolean(),
  })
  .meta({ title: 'Subscriber' })

const { version, updatedAt } = siteSettings
export const Settings = rowOf(
  { id: siteSettings.id, ...valuesOf(SETTINGS, siteSettings), version, updatedAt },
  'Settings',
)

/** Everybody; a member of staff; that, or a cron that shows CRON_TOKEN; Stripe, by its signature. */
type Who = 'everybody' | 'staff' | 'staff-or-cron' | 'stripe'

/** Declared once a call: the route reads with it, /api/openapi.json is made of it, tests drive it. */
export type Operation = {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `{name}` for what varies. */
  path: string
  summary: string
  notes?: string
  who: Who
  query?: z.ZodObject
  body?: z.ZodObject
  /** What a body may be sent as, where that is not JSON alone. */
  types?: readonly string[]
  example?: unknown
  /** What it writes can fail while the database is locked or the disk is full: 503. */
  writes?: boolean
  /** Of the staff's: no role is refused. */
  isForEachRole?: true
  /** Its own answers by status; those that others give as well are added by `answersOf`. */
  answers: Record<number, Answer>
}

/** `schema` is absent where an answer has no body. */
export type Answer = { means: string; schema?: z.ZodType; wait?: boolean }

export const declare = <const Declared extends Omit<Operation, 'id' | 'method' | 'path'>>(
  id: string,
  method: Operation['method'],
  path: string,
  declared: Declared,
) => ({ id, method, path, ...declared })

/** A list that staff read, newest first, a page at a time. */
export const declareList = (id: string, path: string, summary: string, row: z.ZodType) =>
  declare(id, 'GET', path, {
    summary,
    who: 'staff',
    query: LIST,
    answers: {
      200: {
        means: 'Newest first; the address of the next page is in the Link header',
        schema: z.array(row),
      },
    },
  })

export const refused = (means: string): Answer => ({ means, schema: Failure })
export const refusedForNow = (means: string): Answer => ({ ...refused(means), wait: true })

const AFTER = 'after is a place in the list, as its Link header gave it'
const USUAL = 100
const AT_MOST = 1_000
const FROM_TO = `1 to ${AT_MOST.toLocaleString('en-US')}`
const LIMIT = `limit is a whole number from ${FROM_TO}`

/** Which page of a list is asked for (rules 7.6); never more than AT_MOST rows. */
export const LIST = z.strictObject({
  limit: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, { error: LIMIT })
    .optional()
    .transform((asked) => Math.min(Number(asked ?? USUAL), AT_MOST))
    .describe(`How many rows: ${FROM_TO}, usually ${USUAL}`),
  after: z
    .string()
    .regex(/^\d{1,15}\.\d{1,15}$/, { error: AFTER })
    .optional()
    .transform((place) => readCursor(place ?? null))
    .describe('Where the list goes on, as its Link header gave it'),
})
