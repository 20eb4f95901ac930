import { contactChanged } from '#app/bookings/advance-booking.server'
import { customerOf, TRAVELER, type Traveler, travelerOf } from '#app/bookings/checkout-form'
import type { Booking } from '#app/bookings/find-booking.server'
import { isHeldForGuest } from '#app/bookings/hold'
import { closeOpen } from '#app/bookings/open-on-booking.server'
import { type PartyTraveler, partyOf } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { isBeingGivenBack } from '#app/money/books/amounts-owed.server'
import { settleShares } from '#app/money/books/shares.server'
import { changeBooking } from '#app/money/changes/change-booking.server'
import { mailSeatsHeld } from '#app/money/changes/sell-by-hand.server'
import { dueOf } from '#app/money/letters/party-mail.server'
import { type ChangedSince, changedSince, versionOf } from '#app/platform/lists/row-versions.server'
import { ofEach } from '#app/platform/typed/fields'
import { byStaff } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { detailsRow } from '#app/travelers/details.server'
import { isSameAddress, saveLead } from '#app/travelers/save-lead.server'

/** Who is to lead the booking, and how we reach them, as typed. */
export type LeadWish = Traveler & {
  reference: string
  travelerId: number
  version?: string | undefined
  formKey: string
}

/** How the lead traveler is reached, each an empty text where there is none; and which of the party leads. */
type LeadWords = Record<keyof Traveler, string> & { lead: number }

type LeadChanged =
  /** In words; and the former lead traveler's seat, if another one leads. */
  | { changed: string[]; formerPosition: number | null }
  | { known: true }
  | { refused: 'not-found' | 'held' | 'inactive' | 'being-paid' }
  | ChangedSince<LeadWords>

/**
 * What the form begins with where `traveler` is to lead: what is known of them, at the address of the
 * booking.
 */
export function leadSummary(booking: Booking, traveler: PartyTraveler) {
  const words = wordsOf(booking, traveler)
  const { lead: _, ...shown } = words
  return { words: shown, version: versionOf(words) }
}

function wordsOf(booking: Booking, traveler: PartyTraveler): LeadWords {
  const [lead] = partyOf(booking.id)
  const known =
    traveler.position === 1
      ? travelerOf(booking)
      : { name: traveler.name, email: traveler.email, phone: detailsRow(traveler.id)?.ownPhone }
  return asWords({ ...travelerOf(booking), ...known }, lead?.id ?? 0)
}

/** What was typed of a lead traveler, as the form has it. */
export const asWords = (traveler: { [Name in keyof Traveler]?: string | null }, lead: number) =>
  ({
    ...ofEach(TRAVELER, (name) => traveler[name] ?? ''),
    lead,
  }) as LeadWords

/**
 * Changes how the lead traveler is reached, or who of the party leads (rules 1.20). With another person or
 * address all links are renewed, and unsent mail follows. Refuses a guest's own hold, and a form that someone
 * saved since. Throws StripeUnavailable, with nothing changed.
 */
export const changeLead = (wish: LeadWish, staff: Staff, clock: () => Date): Promise<LeadChanged> => {
  const { reference, travelerId, version, formKey, ...typed } = wish
  return changeBooking({ reference, formKey }, clock, {
    name: 'lead',
    plan: (booking) => leadingOf(booking, travelerId, version, typed),
    leavesOpen: ({ endsLinks }) => !endsLinks,
    change: (booking, { next, former, changed, endsLinks }, now, tx): LeadChanged => {
      if (changed.length === 0) return { changed, formerPosition: null }
      if (former) settleShares(booking, now, tx)
      const by = { by: byStaff(staff), formKey, dueOf: dueOf(now) }
      const after = saveLead(booking, { former, next, typed, changed, endsLinks }, by, now, tx)
      closeOpen(after, 'lead-changed', byStaff(staff), now, tx)
      if (isHeldForGuest(after) && endsLinks) mailSeatsHeld(after, formKey, now)
      return { changed, formerPosition: former && next.position }
    },
  })
}

type Leading = {
  next: PartyTraveler
  /** Who led until then, where another one does from now on. */
  former: PartyTraveler | null
  changed: string[]
  endsLinks: boolean
}

function leadingOf(
  booking: Booking,
  travelerId: number,
  version: string | undefined,
  typed: Traveler,
): Leading | Extract<LeadChanged, { refused: string }> {
  const party = partyOf(booking.id)
  const [first, next] = [party[0], party.find(({ id }) => id === travelerId)]
  if (!first || !next) return { refused: 'not-found' }
  const former = next === first ? null : first
  if (booking.status === 'pending' && (former || !isHeldForGuest(booking))) return { refused: 'held' }
  const savedSince = changedSince(version, wordsOf(booking, next), asWords(typed, travelerId))
  if (savedSince) return savedSince
  if (former && (!isPaid(booking.status) || isBeingGivenBack(booking))) return { refused: 'inactive' }
  const changed = former ? ['person'] : contactChanged(booking, customerOf(typed))
  const endsLinks = !!former || (changed.length > 0 && !isSameAddress(booking.customerEmail, typed.email))
  return { next, former, changed, endsLinks }
}
