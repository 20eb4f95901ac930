import { type Booking, payAddress } from '#app/bookings/find-booking.server'
import { nameTogether } from '#app/bookings/installments/due'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { partyMoney, travelerAddress } from '#app/bookings/party.server'
import {
  type AboutBooking,
  aboutBooking,
  NOT_EXPECTING,
  termsInShort,
} from '#app/bookings/traveler-letters.server'
import { type Letter, letter, rows, type Words, words } from '#app/mail/letter'
import { greeting } from '#app/mail/outbox.server'
import type { ShareOwed } from '#app/money/books/shares-owed.server'
import { nameInShare, payForAddress } from '#app/money/letters/share-mail.server'
import { businessDay } from '#app/platform/clock.server'
import { daysFrom, showDay } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { linksToReach, signature } from '#app/site/letter-foot.server'
import { departureOf } from '#app/tours/departures.server'
import { priceWithSum } from '#app/tours/party'
import type { Candidate } from './candidates.server'
import { type Asked, askedBy, type PartAsked, type Reader, sumAsked } from './readers.server'
import { REMINDERS, type ReminderKind } from './reminder-kinds'

/** By how many days are left. */
const NEAR_DAYS: Record<number, string> = { 0: 'Today', 1: 'Tomorrow' }

/** What a reminder says to one of its readers, beside the words of its kind. */
type Says = {
  to: string
  yourSeats: string
  asked: Asked
  /** Whose money it is, where each pays their own. */
  whose?: Words | null
  paid: string
  buttons: Words[]
  terms?: Words
  page: Words
}

/**
 * A reminder's letter by what the ledger says now: each kind in its own words, all with amount, day, what is
 * paid, link and whom to ask. A companion reads of their own share alone (rules 2.26).
 */
export function reminderLetter(
  booking: Booking,
  candidate: Candidate,
  { kind, reader }: { kind: ReminderKind; reader: Reader },
  now: Date,
): Letter {
  const about = aboutBooking(booking, now)
  const asked = askedBy(booking, candidate, kind, now)
  const says = reader.companion
    ? toCompanion(reader.part)
    : reader.parts
      ? toLeadOf(reader.parts, booking, about, candidate)
      : toPayerOfAll(asked, booking, about)
  const departure = departureOf(booking)
  const plan = installmentsOf(booking.id)
  const owed = showCents(sumAsked(says.asked))
  const [first] = says.asked
  const { subject, opening, closing } = REMINDERS[kind].letter({
    reference: booking.reference,
    tourName: departure.name,
    yourSeats: says.yourSeats,
    startsOn: showDay(departure.startsOn),
    installment: (says.asked.length > 1 ? nameTogether(says.asked, plan) : (first?.name ?? '')).toLowerCase(),
    dueOn: showDay(candidate.dueOn),
    dueWhen: NEAR_DAYS[daysFrom(businessDay(now), candidate.dueOn)] ?? showDay(candidate.dueOn),
    overdueSum: owed,
    overdue: says.asked
      .map((one) => `the ${one.name.toLowerCase()} was due on ${showDay(one.dueOn)}`)
      .join(', and '),
  })
  return letter`
    # ${subject}

    ${greeting(says.to)}

    ${opening}

    ${says.whose}

    | Reference | ${booking.reference} |
    ${rows(
      says.asked.flatMap(({ name, owedCents, dueOn }) => [
        [name, showCents(owedCents), true],
        ['Due', showDay(dueOn)],
      ]),
    )}
    ${says.asked.length > 1 && words`| Total overdue | = ${owed} |`}
    | Paid so far | ${says.paid} |

    ${says.buttons}

    ${closing}

    ${signature()}

    ${says.terms}

    -# If you have just paid, thank you, and please ignore this email. ${says.page}

    -# Questions, or trouble paying? ${linksToReach(about, 'Reply to this email')}.
  `
}

const seatsOf = ({ travelers }: Pick<Booking, 'travelers'>): string =>
  travelers > 1 ? 'your seats' : 'your seat'

const bookingPage = ({ bookingAddress }: AboutBooking): Words =>
  words`Your whole schedule is on [your booking page](${bookingAddress}).`

function toPayerOfAll(asked: Asked, booking: Booking, about: AboutBooking): Says {
  const { priceCents, paidCents } = partyMoney(booking)
  return {
    to: about.travelerName,
    yourSeats: seatsOf(booking),
    asked,
    paid: `${showCents(paidCents)} of ${priceWithSum(priceCents, about)}`,
    buttons: [words`[Pay ${showCents(sumAsked(asked))}](${payAddress(booking)})`],
    terms: termsInShort(about),
    page: bookingPage(about),
  }
}

function toCompanion({ share, asked }: PartAsked): Says {
  return {
    to: share.traveler.name,
    yourSeats: 'your seat',
    asked,
    whose: words`Each of your party pays their own share. This is yours alone.`,
    paid: ofShare(share),
    buttons: [words`[Pay ${showCents(sumAsked(asked))}](${payAddress(share.traveler)})`],
    page: words`Your share is on [your page](${travelerAddress(share.traveler)}). ${NOT_EXPECTING}`,
  }
}

const ofShare = ({ paidCents, shareCents }: ShareOwed): string =>
  `${showCents(paidCents)} of ${showCents(shareCents)}`

/** Where each pays their own: of their own share, and of the others that they are told of. */
function toLeadOf(parts: PartAsked[], booking: Booking, about: AboutBooking, { traveler }: Candidate): Says {
  const own = parts.find(({ share }) => share.traveler.position === 1)
  const others = parts.filter((part) => part !== own)
  const [only, ...more] = others
  const pays = only && more.length === 0 ? only.share.traveler.position : 'all'
  const label = only && more.length === 0 ? `${nameInShare(only.share.traveler)}’s share` : 'for everybody'
  return {
    to: about.travelerName,
    yourSeats: others.length > 0 ? seatsOf(booking) : 'your seat',
    asked: togetherOf(parts),
    whose:
      others.length > 0
        ? whoOwes(own, others, traveler !== null)
        : words`Each of your party pays their own share. This is yours.`,
    paid: own && others.length === 0 ? ofShare(own.share) : ofAll(booking, about),
    buttons: [
      ...(own ? [words`[Pay ${showCents(sumAsked(own.asked))}, your share](${payAddress(booking)})`] : []),
      ...(others.length > 0 ? [words`[Pay ${label}](${payForAddress(booking, pays)})`] : []),
    ],
    terms: termsInShort(about),
    page: bookingPage(about),
  }
}

function ofAll(booking: Booking, about: AboutBooking): string {
  const { priceCents, paidCents } = partyMoney(booking)
  return `${showCents(paidCents)} of ${priceWithSum(priceCents, about)}`
}

/** What the parts of several come to, by installment. */
function togetherOf(parts: PartAsked[]): Asked {
  const all = parts.flatMap(({ asked }) => asked)
  const numbers = [...new Set(all.map(({ number }) => number))].toSorted((one, other) => one - other)
  return numbers.flatMap((number) => {
    const rows = all.filter((one) => one.number === number)
    return rows.slice(0, 1).map((row) => ({ ...row, owedCents: sumAsked(rows) }))
  })
}

/** Who has not paid, each with what is asked of them; of one apart the letter has said it. */
function whoOwes(own: PartAsked | undefined, others: PartAsked[], isApart: boolean): Words {
  const each = others.map(({ share, asked }): [string, string] => [
    nameInShare(share.traveler),
    showCents(sumAsked(asked)),
  ])
  const [reached, unreached] = [true, false].map((has) =>
    inOne.format(
      others.filter(({ hasAddress }) => hasAddress === has).map(({ share }) => nameInShare(share.traveler)),
    ),
  )
  return words`
    Each of your party pays their own share.
    ${reached && `We have written to ${reached}. Your booking is one contract, so we let you know as well.`}
    ${unreached && `We have no email address for ${unreached}, so please pass this on.`}
    ${!isApart && 'What each of you still has to pay of it:'}

    ${!isApart && rows([...each, ['You', showCents(sumAsked(own?.asked ?? []))]])}
  `
}

const inOne = new Intl.ListFormat('en-US')
