import { z } from 'zod'
import {
  called,
  capitalized,
  EMAIL_AT_MOST,
  type Field,
  fields,
  NAME_AT_MOST,
  type NamesWith,
  namesOf,
  ofEach,
  PHONE_AT_MOST,
  shownIn,
} from '#app/platform/typed/fields'
import { formOf } from '#app/platform/typed/form-schema'
import { optionalText } from '#app/platform/typed/text'
import { AUTOPAY_FIELDS } from './autopay-fields'
import { hasPostalCodes, isUnitedStates } from './countries'
import type { Booking } from './find-booking.server'
import { ORDER, type OrderRow } from './order-fields'
import { OUTSIDE_US } from './us-states'

const limited = (called: string, atMost: number) => ({
  called,
  label: capitalized(called),
  atMost,
  tooLong: `Please keep your ${called} under ${atMost + 1} characters`,
})
const asked = (called: string, atMost: number) => ({
  ...limited(called, atMost),
  missing: `Please fill in your ${called}`,
})

const state = asked('state', 100)
const zipCode = asked('zip code', 20)
/** Not every country has one: whether it is missing is asked below. */
const zipCodeSchema = optionalText({
  label: 'ZIP code',
  atMost: zipCode.atMost,
  words: zipCode.tooLong,
}).transform((typed) => typed ?? '')

export type TravelerRow = Field & {
  /**
   * The file of bookings begins with the person and ends with the rest; the history has one word for an
   * address.
   */
  part: 'person' | 'address' | 'other'
}

/** Who travels and pays. Each field is a column of the booking: `name` stands in `customerName`. */
export const TRAVELER = fields<TravelerRow>()({
  name: {
    ...asked('name', NAME_AT_MOST),
    label: 'Full name',
    kind: 'name',
    autoComplete: 'name',
    wide: true,
    part: 'person',
  },
  email: {
    ...asked('email', EMAIL_AT_MOST),
    kind: 'email',
    invalid: 'Please enter a valid email address',
    autoComplete: 'email',
    part: 'person',
  },
  phone: { ...limited('phone', PHONE_AT_MOST), kind: 'tel', autoComplete: 'tel', part: 'person' },
  address: { ...asked('address', 200), autoComplete: 'address-line1', wide: true, part: 'address' },
  city: { ...asked('city', 100), autoComplete: 'address-level2', part: 'address' },
  state: { ...state, autoComplete: 'address-level1', part: 'address' },
  zipCode: {
    ...zipCode,
    schema: zipCodeSchema,
    label: 'ZIP code',
    hint: 'Leave it empty if your country has none.',
    autoComplete: 'postal-code',
    part: 'address',
  },
  country: { ...asked('country', 80), autoComplete: 'country-name', part: 'address' },
})

export type TravelerField = keyof typeof TRAVELER

const when = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null

/** Who travels, as the checkout form and the JSON call send it. */
export const TravelerForm = formOf(TRAVELER)
  .refine(({ state, country }) => state !== OUTSIDE_US || !isUnitedStates(country ?? ''), {
    path: ['state'],
    error: state.missing,
    when,
  })
  .refine(({ zipCode, country }) => Boolean(zipCode) || (Boolean(country) && !hasPostalCodes(country)), {
    path: ['zipCode'],
    error: zipCode.missing,
    when,
  })

export type CustomerColumn = `customer${Capitalize<TravelerField>}`

type MayBeNull = {
  [Name in TravelerField]: null extends Booking[`customer${Capitalize<Name>}`] ? Name : never
}[TravelerField]

/** Who travels, as commands take them: what a booking may be without is optional. */
export type Traveler = Record<Exclude<TravelerField, MayBeNull>, string> & {
  [Name in MayBeNull]?: string | undefined
}

/** Where a booking has it. */
export const columnOf = <Name extends TravelerField>(field: Name) => `customer${capitalized(field)}` as const

/**
 * Who travels, as a booking has it: null is what was left empty, of an address an empty text. What a form did
 * not ask is not in it, and stays as it was.
 */
export const customerOf = (traveler: { [Name in TravelerField]?: string | null }) =>
  Object.fromEntries(
    namesOf(TRAVELER)
      .filter((field) => field in traveler)
      .map((field) => [columnOf(field), traveler[field] || (TRAVELER[field].part === 'address' ? '' : null)]),
  ) as Pick<Booking, CustomerColumn>

/** The other way round. */
export const travelerOf = (booking: Pick<Booking, CustomerColumn>) =>
  ofEach(TRAVELER, (field) => booking[columnOf(field)] ?? undefined) as Traveler

/** A field and what a booking has of it, as files and pages say it: a choice by its name. */
const said = <Column extends keyof Booking>(field: Field, column: Column) => ({
  header: capitalized(called(field)),
  cell: (booking: Pick<Booking, Column>): string | null =>
    shownIn(field, booking[column] as string | null) || null,
})

/** A booking's traveler fields. */
export const customerWords = (...parts: TravelerRow['part'][]) =>
  namesOf(TRAVELER)
    .filter((name) => parts.includes(TRAVELER[name].part))
    .map((name) => said(TRAVELER[name], columnOf(name)))

/** Nothing was filled in: an intent for showing the card form is wanted, not a booking (rules 7.8). */
export const isBlankTraveler = (fields: unknown): boolean =>
  fields == null ||
  (typeof fields === 'object' &&
    Object.entries(fields).every(
      ([field, value]) =>
        field === 'country' || value == null || (typeof value === 'string' && value.trim() === ''),
    ))

type OrderField = keyof typeof ORDER
type NoteField = Exclude<OrderField, NamesWith<typeof ORDER, { isPriced: true }>>

/** What an order says besides: each field is a column of the booking, of the same name. */
export const ORDER_NOTES = Object.fromEntries(
  Object.entries<OrderRow>(ORDER).filter(([, { isPriced }]) => !isPriced),
) as Pick<typeof ORDER, NoteField>

export type OrderNotes = { [Name in NoteField]?: string | null | undefined }

/** As a booking has them: null is what was left empty. */
export const notesOf = (order: OrderNotes) =>
  ofEach(ORDER_NOTES, (name) => order[name] || null) as Pick<Booking, NoteField>

export const noteWords = namesOf(ORDER_NOTES).map((name) => said(ORDER_NOTES[name], name))

/** What a booking's letter and pages say of them. */
export const notesIn = (booking: Pick<Booking, NoteField>) =>
  noteWords
    .map(({ header, cell }) => ({ label: header, value: cell(booking) ?? '' }))
    .filter(({ value }) => value)

/** By what names the JSON call has an order's fields. */
export type OrderInCall = {
  [Name in OrderField]: (typeof ORDER)[Name] extends { inCall: infer As extends string } ? As : Name
}[OrderField]

/** An order as the call names it. */
export const inCall = (order: { [Name in OrderField]?: unknown }) =>
  Object.fromEntries(namesOf(ORDER).map((name) => [(ORDER[name] as OrderRow).inCall ?? name, order[name]]))

/** The checkout form as it is posted: who travels, what is bought, and which opened page it comes from. */
export const CheckoutForm = TravelerForm.safeExtend({
  ...formOf(ORDER).shape,
  checkoutKey: z.string().max(64).optional(),
  /** The departure that the page showed (`nameInLinks`). */
  departure: z.string().max(32).optional(),
  /** The link of an offer to the waitlist that the page was opened with. */
  offer: z.string().max(64).optional(),
  /** The installments that the card is charged for by itself, where that is ticked, and who pays. */
  ...AUTOPAY_FIELDS,
  /** The price and plan beside the button. */
  shown: z.string().max(200).optional(),
  /** The terms and the privacy page that it led to. */
  pages: z.string().max(100).optional(),
})
