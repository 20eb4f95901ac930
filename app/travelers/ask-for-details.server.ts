import { setTimeout as pause } from 'node:timers/promises'
import { and, count, eq, gt } from 'drizzle-orm'
import { type Booking, bookingAddress, bookingWithId } from '#app/bookings/find-booking.server'
import { type PartyTraveler, travelerAddress } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { letterTo, NOT_EXPECTING, postToTraveler, questions } from '#app/bookings/traveler-letters.server'
import { type Letter, letter, named, type Words, words } from '#app/mail/letter'
import {
  certainMailboxOf,
  greeting,
  isWritten,
  mailboxOf,
  type Once,
  post,
  postOncePer,
} from '#app/mail/outbox.server'
import { businessDay, DAY_MS } from '#app/platform/clock.server'
import { daysFrom, showDays } from '#app/platform/days'
import { keyedDigest, newLinkToken } from '#app/platform/keys.server'
import { firstNameOf } from '#app/platform/typed/first-name'
import { siteSettings } from '#app/site/settings.server'
import { recordBookingAct } from '#app/staff/audit-log.server'
import { departureOf } from '#app/tours/departures.server'
import { immediately, type Tx } from '#db/connection.server'
import { travelers } from '#db/schema/bookings'
import { outbox } from '#db/schema/mail'
import {
  type AskedDays,
  askedAt,
  DETAILS_ASKED_DAYS,
  DETAILS_RETAINED_DAYS,
  inOneLine,
  travelerWords,
} from './detail-fields'
import {
  askedOfCompanion,
  askedOfPayer,
  incompleteBookings,
  lettersDue,
  type Missing,
} from './details-due.server'

type AskCounts = { looked: number; sent: number; silent: number }

/** How many bookings are written to before others have their turn, another process among them. */
const WRITTEN_AT_ONCE = 3
const OTHERS_TURN_MS = 3

/**
 * Asks for missing details DETAILS_ASKED_DAYS before a departure: the lead traveler, and companions with an
 * address. Each letter once, however often this is called; a missed day is made up for. `goOn` is asked
 * between portions and throws where another process took the run.
 */
export async function askForDetails(now: Date, goOn: () => boolean = () => true): Promise<AskCounts> {
  const ids = incompleteBookings(businessDay(now)).map(({ id }) => id)
  const counts = { looked: ids.length, sent: 0, silent: 0 }
  for (let from = 0; from < ids.length; from += WRITTEN_AT_ONCE) {
    if (!goOn()) throw new Error('Another process has taken this run over')
    const portion = ids.slice(from, from + WRITTEN_AT_ONCE)
    immediately(() => {
      for (const id of portion) {
        const written = writeTo(id, now)
        counts.sent += written
        if (written === 0) counts.silent += 1
      }
    })
    await pause(OTHERS_TURN_MS)
  }
  return counts
}

/** Looks again, for it may have been completed in the meantime; answers how many letters were written. */
function writeTo(bookingId: number, now: Date): number {
  const booking = bookingWithId(bookingId)
  if (!booking || !isPaid(booking.status)) return 0
  const { startsOn, canceledAt } = departureOf(booking)
  const days = askedAt(daysFrom(businessDay(now), startsOn))
  if (days === null || canceledAt !== null) return 0
  const { missing, toPayer, toCompanions } = lettersDue(booking, days)
  if (toPayer) writeToPayer(booking, missing, days, now)
  for (const companion of toCompanions) writeToCompanion(booking, companion, days, now)
  return toCompanions.length + (toPayer ? 1 : 0)
}

function writeToPayer(booking: Booking, missing: Missing[], days: AskedDays, now: Date): void {
  const [only] = missing
  const page = bookingAddress(booking)
  const request = detailsRequest({
    ...askedIn(booking),
    isLast: wasAskedBefore(days, (earlier) => askedOfPayer(booking.id, earlier)),
    travelerName: booking.customerName,
    isParty: booking.travelers > 1,
    travelers: missing.map((one) => ({
      name: travelerWords(one.traveler),
      missing: missingWords(one),
    })),
    formAddress:
      only && missing.length === 1 ? `${page}/travelers/${only.traveler.position}` : `${page}#travelers`,
  })
  postToTraveler(booking, now, { ...askedOfPayer(booking.id, days), letter: request })
}

function writeToCompanion(booking: Booking, missing: Missing, days: AskedDays, now: Date): void {
  const { traveler } = missing
  const request = detailsAskedOfCompanion({
    ...askedIn(booking),
    isLast: wasAskedBefore(days, (earlier) => askedOfCompanion(traveler.id, earlier)),
    name: firstNameOf(traveler.name),
    missing: missingWords(missing),
    formAddress: travelerAddress(traveler),
  })
  const to = { name: firstNameOf(traveler.name) ?? '', address: traveler.email ?? '' }
  post({ ...askedOfCompanion(traveler.id, days), letter: request, bookingId: booking.id, to }, now)
}

/** 'date of birth, nationality; signature on Release of liability'. */
const missingWords = ({ fields, toSign }: Missing): string =>
  [inOneLine(fields), toSign.length > 0 && `signature on ${toSign.map(({ title }) => title).join(', ')}`]
    .filter(Boolean)
    .join('; ')

/** Where an earlier letter was missed, as by a release that had none, the later one is the first. */
const wasAskedBefore = (days: AskedDays, letter: (days: AskedDays) => Pick<Once, 'kind' | 'once'>): boolean =>
  DETAILS_ASKED_DAYS.some((earlier) => earlier > days && isWritten(letter(earlier)))

function askedIn(booking: Booking) {
  const { name: tourName, startsOn, endsOn } = departureOf(booking)
  const { contactEmail, contactPhone } = siteSettings()
  return { tourName, startsOn, endsOn, contactEmail, contactPhone }
}

type Asked = ReturnType<typeof askedIn> & {
  /** They were asked before: this is the second letter, a few weeks before the departure. */
  isLast: boolean
  formAddress: string
}

/** What a traveler is called, and the names of what is missing; never what was told. */
type AskedTraveler = { name: string; missing: string }

/** Asks the lead traveler for the details that are missing, traveler by traveler. */
const detailsRequest = (
  asked: Asked & { travelerName: string; travelers: AskedTraveler[]; isParty: boolean },
): Letter => letterTo(asked)`
  # ${subjectOf(asked)}

  ${whyWeAsk(asked)}

  ${named(asked.travelers.map(({ name, missing }) => [name, missing]))}

  ${IN_PARTS}

  [Fill in the details](${asked.formAddress})

  ${asked.isParty && COMPANIONS_CAN}

  ${NOT_BY_MAIL}
`

const COMPANIONS_CAN =
  'Your companions can fill in their own: your booking page has a link for each of them, which shows nothing of anybody else.'

/** Asks a companion for their own details, by their own link. */
const detailsAskedOfCompanion = (asked: Asked & { name: string | null; missing: string }): Letter => letter`
  # ${subjectOf(asked)}

  ${greeting(asked.name ?? '')}

  ${whyWeAsk(asked)}

  ${named([[asked.isLast ? 'Still missing' : 'Missing', asked.missing]])}

  ${IN_PARTS}

  [Fill in my details](${asked.formAddress})

  ${NOT_BY_MAIL}

  ${keepToYourself()}

  ${questions(asked)}
`

const subjectOf = ({ isLast, tourName }: Pick<Asked, 'isLast' | 'tourName'>): string =>
  isLast ? `Still missing for the ${tourName}: a few details` : `A few details for the ${tourName}`

const whyWeAsk = ({ isLast, tourName, startsOn, endsOn }: Asked): string =>
  isLast
    ? `Your journey is coming up: the ${tourName}, ${showDays(startsOn, endsOn)}. Rooms, park permits and transfers are now being booked by name, and this is what we still need from you:`
    : `We are preparing the ${tourName}, ${showDays(startsOn, endsOn)}. For rooms, park permits and transfers, and so that your guide can look after you, this is what we still need to know:`

const IN_PARTS = `Fill in what you know today; the rest can follow. Each question says why we ask. The answers are for our staff and your guide, and ${DETAILS_RETAINED_DAYS} days after the return all of them are erased.`

const NOT_BY_MAIL = words`
  -# Please do not send passport numbers or anything about your health by email: our page encrypts them, a mailbox
  does not.
`

const keepToYourself = (more = ''): Words =>
  words`-# Anyone who has the link can open the page, so keep it to yourself. ${more}`

/** The pause before we write to the same address about the same traveler again. */
export const LINK_PAUSE_MINUTES = 10

/** Such letters of one booking: enough for each of a party to mistype an address now and then. */
export const COMPANION_LINKS = { aDay: 10, inAll: 30 }

const digest = keyedDigest('companion link')

type LinkSent = { sent: true } | { refused: 'just-sent' | 'enough-today' | 'enough' }

/**
 * Mails a companion the link to their own details, and keeps the address as theirs. Refuses an address that
 * had such a letter a few minutes ago, and a booking that has sent many: people type the addresses of others.
 */
export function sendCompanionLink(
  traveler: PartyTraveler,
  booking: Booking,
  email: string,
  now: Date,
): LinkSent {
  return immediately((tx) => {
    if (linksSent(booking, new Date(0), tx) >= COMPANION_LINKS.inAll) return { refused: 'enough' }
    if (linksSent(booking, new Date(now.getTime() - DAY_MS), tx) >= COMPANION_LINKS.aDay)
      return { refused: 'enough-today' }
    // Anyone who got it by an address that was wrong does not keep a link that works.
    const isElsewhere =
      traveler.email !== null && certainMailboxOf(traveler.email) !== certainMailboxOf(email)
    const linkToken = isElsewhere ? newLinkToken() : traveler.linkToken
    const to = { name: firstNameOf(traveler.name) ?? '', address: email }
    const send = (mail: Once) => void post({ ...mail, bookingId: booking.id, to }, now)
    const periodMs = LINK_PAUSE_MINUTES * 60_000
    const mail = { kind: 'companion-link' as const, letter: companionLink(booking, linkToken) }
    // Of the link, too: who had one before a wrong address was typed gets the new one at once.
    const who = `${mailboxOf(email)}:${traveler.id}:${digest(linkToken)}`
    if (!postOncePer({ periodMs }, who, mail, send, now, tx)) return { refused: 'just-sent' }

    tx.update(travelers).set({ email, linkToken, updatedAt: now }).where(eq(travelers.id, traveler.id)).run()
    const detail = { traveler: traveler.position }
    recordBookingAct(now, booking, { actor: 'traveler' }, 'companion-link-sent', detail)
    return { sent: true }
  })
}

/** The link to a companion's own form, because the lead traveler for them asked us to send it. */
function companionLink(booking: Booking, linkToken: string): Letter {
  const { name: tourName, startsOn, endsOn } = departureOf(booking)
  const bookedBy = firstNameOf(booking.customerName) ?? 'Someone who is traveling with you'
  return letter`
    # Your details for the ${tourName}

    Hello,

    ${bookedBy} has booked a seat for you on the ${tourName}, ${showDays(startsOn, endsOn)}, and asked us to send you
    this link. It opens your own page: what your guide, the lodges and the parks need to know about you.

    ${IN_PARTS}

    [Fill in my details](${travelerAddress({ linkToken })})

    ${keepToYourself(NOT_EXPECTING)}

    ${questions(siteSettings())}
  `
}

const linksSent = (booking: Booking, since: Date, tx: Tx): number =>
  tx
    .select({ total: count() })
    .from(outbox)
    .where(
      and(eq(outbox.bookingId, booking.id), eq(outbox.kind, 'companion-link'), gt(outbox.createdAt, since)),
    )
    .get()?.total ?? 0
