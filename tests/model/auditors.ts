import { owedByInstallment } from '#app/bookings/installments/settle-installments.server'
import type { Cents } from '#app/platform/money'
import { CODES, DEPARTURES, SEATS } from './commands'
import type { World } from './world'

/** What an auditor looks at, be it of the model or of a site in trouble. */
export type Audited = Pick<World, 'stripe' | 'mailbox' | 'kills' | 'rows'>

type BookingRow = {
  id: number
  reference: string
  status: string
  travelers: number
  departureId: number
  total: number
  deposit: number
  agreedDeposit: number
}
type LedgerRow = {
  id: number
  bookingId: number | null
  kind: string
  amount: number
  intent: string | null
  stripeId: string | null
}
type OrderRow = {
  id: number
  bookingId: number | null
  state: string
  amount: number
  key: string
  intent: string
}

const STANDING = ['deposit_paid', 'completed']
const HOLDING = ['pending', ...STANDING]

const bookingsIn = (world: Audited) =>
  world.rows<BookingRow>(
    `select id, booking_reference as reference, payment_status as status, number_of_guests as travelers,
       departure_id as departureId,
       total_cents as total, deposit_cents as deposit, agreed_deposit_cents as agreedDeposit from bookings`,
  )

const ledgerIn = (world: Audited) =>
  world.rows<LedgerRow>(
    `select id, booking_id as bookingId, kind, amount_cents as amount, stripe_intent_id as intent,
       stripe_refund_id as stripeId from payments order by id`,
  )

const ordersIn = (world: Audited) =>
  world.rows<OrderRow>(
    `select id, booking_id as bookingId, state, amount_cents as amount, order_key as key,
       stripe_intent_id as intent from refunds`,
  )

const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** What was charged for a booking since its seats were agreed, a code included. */
const chargedSince = (world: Audited, bookingId: number, which = 'true'): number =>
  world.rows<{ cents: number }>(
    `select coalesce(sum(price_cents), 0) as cents from charges c where booking_id = ? and ${which}
     and not (kind in ('seat', 'early-bird') and act_id = (select min(act_id) from charges where booking_id = c.booking_id))`,
    bookingId,
  )[0]?.cents ?? 0

/** What staff wrote off of a booking. */
const writtenOff = (world: Audited, bookingId: number): number =>
  world.rows<{ amount: number }>(
    "select coalesce(-sum(price_cents), 0) as amount from charges where kind = 'written-off' and booking_id = ?",
    bookingId,
  )[0]?.amount ?? 0

/** The first auditor: no seat is sold twice, on no departure. */
export const seatFaults = (world: Audited, seats = SEATS): string[] =>
  DEPARTURES.flatMap((departure) => {
    const taken = sum(
      bookingsIn(world)
        .filter(({ status, departureId }) => departureId === departure && HOLDING.includes(status))
        .map(({ travelers }) => travelers),
    )
    const lent = world.rows(
      `select id from offered_places where departure_id = ? and state = 'open' and offer_id is not null`,
      departure,
    ).length
    return taken - lent > seats ? [`${taken} of ${seats} seats of departure ${departure} are taken`] : []
  })

/**
 * Beside it: no code is used more often than allowed, and a price is what was asked for the seats less its
 * code.
 */
export function codeFaults(world: Audited): string[] {
  const uses = world.rows<{ code: keyof typeof CODES; email: string }>(
    `select distinct booking_id, code, customer_email || ' in ' || browser_digest as email from charges as made
     join discount_codes on discount_codes.id = code_id join bookings on bookings.id = booking_id
     where payment_status in ('pending', 'deposit_paid', 'completed')
       and not exists (select 1 from charges where undoes_id = made.act_id)`,
  )
  const tooOften = uses.filter(({ code, email }, index) => {
    const before = uses.slice(0, index).filter((use) => use.code === code)
    const ofPerson = before.filter((use) => use.email === email)
    return before.length >= CODES[code].inAll || ofPerson.length >= CODES[code].each
  })
  const prices = world.rows<{ reference: string; seats: string; shares: number }>(
    `select booking_reference as reference,
       (select json_group_array(room_type || ' ' || (select sum(price_cents) from charges
           where traveler_id = travelers.id and kind in ('seat', 'early-bird')))
         from travelers where booking_id = bookings.id) as seats,
       coalesce(sum(price_cents), 0) - total_cents as shares
     from bookings left join charges on booking_id = bookings.id
     where payment_status = 'pending' and not exists (select 1 from payments where booking_id = bookings.id)
     group by bookings.id`,
  )
  const asked = ['double 450000', 'double 480000', 'single 650000']
  return [
    ...tooOften.map(({ code, email }) => `${code} is used too often, last by ${email}`),
    ...prices
      .filter(
        ({ seats, shares }) =>
          shares !== 0 || !(JSON.parse(seats) as string[]).every((seat) => asked.includes(seat)),
      )
      .map((price) => `is not the sum of its causes: ${JSON.stringify(price)}`),
  ]
}

/**
 * Beside it: each seat of a booking has its traveler, the booking says what rooms they have, and nobody lies
 * in a bed too many: who has a single room is alone in it.
 */
export const partyFaults = (world: Audited): string[] => [
  ...world
    .rows<{ reference: string }>(
      `select booking_reference as reference from bookings as booking
       where number_of_guests <> (select count(*) from travelers where booking_id = booking.id)`,
    )
    .map(({ reference }) => `${reference} has not as many travelers as seats`),
  ...world
    .rows<{ reference: string }>(
      `select booking_reference as reference from bookings as booking
       where singles <> (select count(*) from travelers where booking_id = booking.id and room_type = 'single')
         or room_type <> (select room_type from travelers where booking_id = booking.id and position = 1)`,
    )
    .map(({ reference }) => `${reference} says other rooms than its travelers have`),
  ...world
    .rows<{ id: number }>(
      `select rooms.id from rooms left join travelers on room_id = rooms.id
       group by rooms.id having count(travelers.id) not between 1 and iif(max(room_type) = 'double', 2, 1)`,
    )
    .map(({ id }) => `room ${id} sleeps too many, or nobody`),
]

/**
 * The second one, at any moment: nothing stands in the ledger that did not happen at Stripe, and nothing
 * twice.
 */
export function ledgerFaults(world: Audited): string[] {
  const { stripe } = world
  const intents = new Map(stripe.paymentIntents().map((intent) => [intent.id, intent]))
  const refunds = new Map(stripe.refunds().map((refund) => [refund.id, refund]))
  const disputes = new Map(stripe.disputes().map((dispute) => [dispute.id, dispute]))
  const happened = ({ kind, amount, intent, stripeId }: LedgerRow): boolean => {
    if (kind === 'payment') return intents.get(intent ?? '')?.amount_received === amount
    const [id = '', end] = (stripeId ?? '').split(':')
    const refund = refunds.get(id)
    if (kind === 'refund') return refund?.amount === -amount
    if (end === 'failed') return refund?.status === 'failed' && refund.amount === amount
    return disputes.get(id)?.amount === Math.abs(amount)
  }
  const made = ordersIn(world).flatMap(({ id, key }) => {
    const paidBack = [...refunds.values()].filter(
      ({ metadata, status }) => metadata?.savanna_soul_refund === key && status !== 'failed',
    )
    return paidBack.length > 1 ? [`refund order ${id} was paid ${paidBack.length} times`] : []
  })
  const strange = ledgerIn(world)
    .filter((row) => row.intent !== null && !happened(row))
    .map((row) => `not at Stripe: ${JSON.stringify(row)}`)
  return [...made, ...strange]
}

/** The second one, once all was reconciled: for each payment the ledger says to the cent what Stripe says. */
export function settledLedgerFaults(world: Audited): string[] {
  const { stripe } = world
  const rows = ledgerIn(world)
  return stripe.paymentIntents().flatMap(({ id, amount_received: received }) => {
    const back = stripe
      .refunds()
      .filter(({ payment_intent: of, status }) => of === id && status === 'succeeded')
    const lost = stripe.disputes().filter(({ payment_intent: of, status }) => of === id && status === 'lost')
    const atStripe = received - sum([...back, ...lost].map(({ amount }) => amount))
    const here = sum(rows.filter(({ intent }) => intent === id).map(({ amount }) => amount))
    return here === atStripe ? [] : [`${id}: ledger ${here}, Stripe ${atStripe}`]
  })
}

/** The third one: no mail goes out twice, and none that the outbox does not know. */
export function mailFaults(world: Audited): string[] {
  const written = new Set(
    world.rows<{ id: string }>('select message_id as id from outbox').map(({ id }) => id),
  )
  const arrived = new Map<string, { subject: string; times: number }>()
  for (const { messageId, subject } of world.mailbox.messages()) {
    arrived.set(messageId, { subject, times: (arrived.get(messageId)?.times ?? 0) + 1 })
  }
  return [...arrived].flatMap(([id, { subject, times }]) => {
    if (!written.has(id)) return [`nobody wrote "${subject}"`]
    // Only whose sender died before it could note the mail server's yes may come twice.
    return times > 1 + world.kills ? [`"${subject}" came ${times} times`] : []
  })
}

type LetterSent = { id: number; who: string }
/** Who is aboard of which departure, and to whom letters to departures have gone, by that. */
export type LettersOut = { aboard: Set<string>; sent: LetterSent[] }

export const lettersOut = (world: Audited): LettersOut => ({
  aboard: new Set(
    world
      .rows<{ who: string }>(
        `select travelers.id || ':' || departure_id as who from travelers join bookings on bookings.id = booking_id
         where payment_status in ('deposit_paid', 'completed') and money_state <> 'refunded'`,
      )
      .map(({ who }) => who),
  ),
  sent: world.rows<LetterSent>(
    `select outbox.id, broadcast_recipients.traveler_id || ':' || departure_id as who from broadcast_recipients
     join broadcasts on broadcasts.id = broadcast_id
     join outbox on outbox.id = outbox_id where outbox.state = 'sent'`,
  ),
})

/**
 * Beside it: a letter to a departure goes to nobody who was not aboard when it left, and to nobody twice, nor
 * twice to one mailbox of a booking; none is written that a letter does not know.
 */
export function letterFaults(world: Audited, before: LettersOut): string[] {
  const after = lettersOut(world)
  const known = new Set(before.sent.map(({ id }) => id))
  const strangers = after.sent.filter(
    ({ id, who }) => !known.has(id) && !before.aboard.has(who) && !after.aboard.has(who),
  )
  const twice = world.rows<{ letter: number; address: string }>(
    `select broadcast_id as letter, to_address as address from broadcast_recipients join outbox on outbox.id = outbox_id
     group by broadcast_id, broadcast_recipients.booking_id, lower(to_address) having count(*) > 1
     union all
     select 0, to_address from outbox where kind = 'departure-letter'
       and not exists (select 1 from broadcast_recipients where outbox_id = outbox.id)`,
  )
  return [
    ...strangers.map(({ who }) => `a letter to a departure went to ${who}, who was not aboard`),
    ...twice.map(({ letter, address }) => `letter ${letter} was written twice, or unknown, to ${address}`),
  ]
}

/** What a change of the lead traveler leaves as it was, and the links that it ends, as JSON. */
export type Led = { reference: string; email: string; links: string; books: string; heard: number }

export const leadsIn = (world: Audited): Led[] =>
  world.rows<Led>(
    `select booking_reference as reference, customer_email as email,
       (select json_group_array(link_token) from
         (select link_token from travelers where booking_id = b.id union all select b.link_token)) as links,
       json_array(total_cents, deposit_cents, number_of_guests, (select sum(amount_cents) from payments where booking_id = b.id),
         (select json_group_array(amount_cents) from installments where booking_id = b.id)) as books,
       (select count(*) from payments where booking_id = b.id) as heard from bookings b`,
  )

/**
 * Where the lead traveler's address is another one: no old link of the booking or of those who travel on it
 * opens anything, and no letter goes to the old address anymore, but for what concerns them as one who still
 * travels, without the booking's link, or did when it was sent. A letter to a departure that waits is
 * addressed again when it leaves, or taken back.
 */
export function leadFaults(world: Audited, before: Led[], does: string): string[] {
  const after = leadsIn(world)
  const linksOf = ({ links }: Led) => JSON.parse(links) as string[]
  const open = new Set(after.flatMap(linksOf))
  const moved = before.flatMap((was) => {
    const is = after.find(({ reference }) => reference === was.reference)
    return is && is.email !== was.email ? [{ was, is }] : []
  })
  const late = world.rows<{ kind: string; reference: string }>(
    `select mail.kind, booking_reference as reference from outbox as notice
     join outbox as mail on mail.booking_id = notice.booking_id and mail.to_address = notice.to_address
       and (mail.id > notice.id or mail.state = 'waiting') and mail.id <> notice.id
     join bookings on bookings.id = notice.booking_id
     where notice.kind = 'lead-links-ended' and mail.kind not in ('companion-link', 'traveler-link',
       'details-asked-of-companion', 'place-sold', 'guest-request-received', 'guest-request-answered')
       and mail.to_address <> customer_email
       and not (instr(mail.text_body, bookings.link_token) = 0 and (exists (select 1 from travelers
         where travelers.booking_id = bookings.id and travelers.email = mail.to_address)
         or exists (select 1 from charges as gone
           where gone.booking_id = bookings.id and gone.kind = 'left' and mail.created_at <= gone.created_at)))
       and not (mail.kind = 'departure-letter' and (mail.state <> 'sent'
         or exists (select 1 from travelers
           where travelers.booking_id = bookings.id and travelers.email = mail.to_address)
         or exists (select 1 from charges as gone
           where gone.booking_id = bookings.id and gone.kind = 'left' and mail.sent_at <= gone.created_at)))`,
  )
  return [
    ...moved
      .filter(({ was }) => linksOf(was).some((link) => open.has(link)))
      .map(({ was }) => `an old link of ${was.reference} works`),
    ...moved
      // What happened at Stripe before may be heard of in the meantime.
      .filter(({ was, is }) => does === 'change-lead' && was.books !== is.books && was.heard === is.heard)
      .map(({ was, is }) => `${was.reference} had ${was.books}, and has ${is.books}`),
    ...late.map(({ kind, reference }) => `${kind} of ${reference} goes to the former address`),
  ]
}

/**
 * Beside it: of a departure that lies ahead all is due before its first day, wherever its dates were moved.
 */
export const dueFaults = (world: Audited, today: string): string[] =>
  world
    .rows<{ reference: string; dueOn: string; startsOn: string }>(
      `select booking_reference as reference, due_on as dueOn, starts_on as startsOn from installments
       join bookings on bookings.id = booking_id join departures on departures.id = departure_id
       where due_on >= starts_on and starts_on > ?`,
      today,
    )
    .map(
      ({ reference, dueOn, startsOn }) =>
        `${reference} is due on ${dueOn}, the journey begins on ${startsOn}`,
    )

/** Once the letters about dates were sent, nobody who stands knows of other ones. */
export const untoldFaults = (world: Audited): string[] =>
  world
    .rows<{ reference: string }>(
      `select booking_reference as reference from bookings join departures on departures.id = departure_id
       where departure_id = 1 and payment_status in ('deposit_paid', 'completed')
         and coalesce(told_starts_on, agreed_starts_on) <> starts_on`,
    )
    .map(({ reference }) => `${reference} was not told of the new dates`)

export type Hold = {
  reference: string
  doubles: number
  singles: number
  isClosed: number
  changed: number
}

/** Every booking with its seats; and whether its departure was sold. */
export const seatsHeld = (world: Audited): Hold[] =>
  world.rows<Hold>(
    `select booking_reference as reference, number_of_guests - singles as doubles, singles, sales = 'closed' as isClosed,
       (select count(*) from charges where booking_id = bookings.id and (kind = 'left' or kind = 'seat' and changed_by is not null))
         + (select count(*) from room_changes where booking_id = bookings.id) as changed
     from bookings join departures on departures.id = departure_id`,
  )

/**
 * Where nothing was sold before a step and after it, no hold has grown in it or moved to another room, and
 * none is new.
 */
export function closedFaults(before: Hold[], after: Hold[]): string[] {
  if (!before.every(({ isClosed }) => isClosed === 1)) return []
  return after
    .filter(({ isClosed, changed }) => isClosed === 1 && changed === 0)
    .flatMap(({ reference, doubles, singles }) => {
      const was = before.find((hold) => hold.reference === reference)
      if (!was) return before.length > 0 ? [`${reference} was sold while sales were closed`] : []
      const grew = doubles > was.doubles || singles > was.singles
      return grew ? [`${reference} grew while sales were closed`] : []
    })
}

/**
 * What was undone changes no price anymore, to the cents that no card can pay; but for the part of a
 * traveler who has left since, about which staff have a letter. Nobody has a part in what was before they
 * joined.
 */
export function undoneFaults(world: Audited): string[] {
  const undone = world.rows<{ reference: string; times: number; net: number; cameBack: number }>(
    `with pairs(booking_id, net) as (
       select booking_id, (select coalesce(sum(price_cents), 0) from charges where refund_id = refunds.id)
         from refunds where state = 'dropped'
       union all
       select was.booking_id, (select coalesce(sum(price_cents), 0) from charges
           where payment_id in (was.id, undone.id)
             or refund_id in (select id from refunds where stripe_refund_id = was.stripe_refund_id and state = 'done'))
        from payments as was
       join payments as undone on undone.stripe_refund_id in (was.stripe_refund_id || ':failed', was.stripe_refund_id || ':won'))
     select booking_reference as reference, count(*) as times, sum(net) as net,
       (select coalesce(sum(detail ->> 'amountCents'), 0) from audit_log
        where action = 'share-came-back' and subject = 'booking:' || booking_reference) as cameBack
     from pairs join bookings on bookings.id = booking_id
     where payment_status in ('deposit_paid', 'completed') group by bookings.id`,
  )
  const late = world.rows<{ reference: string }>(
    `select booking_reference as reference from charges as part
     join bookings on bookings.id = part.booking_id join travelers on travelers.id = traveler_id
     left join refunds on refunds.id = refund_id left join payments on payments.id = payment_id
     where part.kind in ('refund', 'dispute')
       and travelers.created_at > coalesce(refunds.created_at, payments.created_at)`,
  )
  return [
    ...undone
      .filter(({ times, net, cameBack }) => net > 49 * times || net < -cameBack - 49 * times)
      .map((found) => `was undone and changes the price still: ${JSON.stringify(found)}`),
    ...late.map(({ reference }) => `${reference} has a part of a traveler who joined later`),
  ]
}

/** Beside it: who is neither on a private departure nor on its waitlist has no letter with its link. */
export const privateFaults = (world: Audited): string[] =>
  world
    .rows<{ kind: string; address: string }>(
      `select kind, to_address as address from outbox
       join departures on link_key is not null and instr(text_body || html_body, link_key) > 0
       where kind not like 'staff-%' and not exists (select 1 from bookings
           where departure_id = departures.id and lower(customer_email) = lower(to_address))
         and not exists (select 1 from waitlist_entries
           where departure_id = departures.id and lower(email) = lower(to_address))`,
    )
    .map(({ kind, address }) => `${kind} tells ${address} the link of a private departure`)

const DAY_MS = 86_400_000

/** Beside it: of what is wrong staff hear once, once a day while it lasts, and once when it is over. */
export function alertFaults(world: Audited): string[] {
  const letters = (kind: string) =>
    world.rows<{ subject: string; at: number }>(
      'select subject, created_at as at from outbox where kind = ? order by created_at',
      kind,
    )
  const told = letters('alert')
  // Several jobs may fail at once, and have a letter each.
  const tooSoon = told.filter(({ subject, at }, index) =>
    told
      .slice(0, index)
      .some((earlier) => earlier.subject === subject && at - earlier.at < DAY_MS && !subject.includes('job')),
  )
  const [over] = world.rows<{ alerts: number }>(
    'select count(*) as alerts from alerts where over_at is not null and told_at is not null',
  )
  const toldOver = letters('alert-over').length
  return [
    ...tooSoon.map(({ subject }) => `"${subject}" was written twice within a day`),
    ...(toldOver === over?.alerts ? [] : [`${over?.alerts} alerts are over, ${toldOver} letters say so`]),
  ]
}

/**
 * A price is the sum of its charges, after every step: what was agreed for the seats (`agreed`), and all that
 * changed it since. Nobody costs less than nothing, a former traveler no more than what stays of them, and no
 * refund or loss changes a price by more than itself, but for a rest that no card can pay.
 */
export function priceFaults(world: Audited, agreed: Map<string, number>): string[] {
  const charged = world.rows<{
    reference: string
    traveler: number
    cents: number
    stays: number
    aboard: 0 | 1
  }>(
    `select booking_reference as reference, traveler_id as traveler, sum(price_cents) as cents,
       sum(iif(kind in ('retained', 'promised'), price_cents, 0)) as stays,
       exists (select 1 from travelers where travelers.id = traveler_id) as aboard
     from charges join bookings on bookings.id = booking_id group by bookings.id, traveler_id`,
  )
  const beyond = world.rows<{ reference: string; change: number; amount: number }>(
    `select booking_reference as reference, sum(price_cents) as change,
       (select amount_cents from refunds where id = refund_id) as amount
     from charges join bookings on bookings.id = booking_id
     where refund_id is not null group by refund_id having change > 49 or change < -amount - 49`,
  )
  return [
    ...bookingsIn(world).flatMap(({ id, reference, status, total }) => {
      const costs = (agreed.get(reference) ?? total) + chargedSince(world, id)
      const isAgreed = !agreed.has(reference) || costs === total
      return [
        ...(isAgreed ? [] : [`${reference} (${status}) costs ${total}, its charges come to ${costs}`]),
        ...writeOffFaults(world, id).map((fault) => `${reference} (${status}): ${fault}`),
      ]
    }),
    ...bookingsIn(world)
      .map(({ reference, total }) => ({
        ...{ reference, total },
        charged: sum(charged.filter((one) => one.reference === reference).map(({ cents }) => cents)),
      }))
      .filter(({ total, charged }) => total !== charged)
      .map((one) => `is not the sum of its charges: ${JSON.stringify(one)}`),
    ...charged
      .filter(({ cents, stays, aboard }) => cents < 0 || (aboard ? stays !== 0 : cents !== stays))
      .map((one) => `has a strange part: ${JSON.stringify(one)}`),
    ...beyond.map((one) => `is changed by more than went back: ${JSON.stringify(one)}`),
  ]
}

/** What was written off is what the entries come to, money that came after all taken off. */
const writeOffFaults = (world: Audited, bookingId: number): string[] =>
  world
    .rows<{ stored: number; planned: number }>(
      `select written_off_cents as stored, (select coalesce(sum(written_off_cents), 0) from installments
         where booking_id = b.id) as planned from bookings b where id = ?`,
      bookingId,
    )
    .filter(
      ({ stored, planned }) => stored !== writtenOff(world, bookingId) || stored < 0 || planned > stored,
    )
    .map(({ stored, planned }) => `${stored} is written off, ${planned} of it in its installments`)

/**
 * Beside the three: nobody is asked for more than was agreed, nor for anything that the installments do not
 * ask for. `agreed` has each booking's first price.
 */
export function owedFaults(world: Audited, agreed: Map<string, number>): string[] {
  const rows = ledgerIn(world)
  const orders = ordersIn(world)
  const askedForNothing = new Set(
    world
      .rows<{ id: number }>(
        `select b.id from bookings b join departures d on d.id = departure_id where canceled_at is not null
         union select booking_id from schedule_choices where choice = 'refund' and settled_at is null
         union select booking_id from refunds where reason = 'whole' and state in ('owed', 'refused')`,
      )
      .map((row) => row.id),
  )
  return bookingsIn(world).flatMap(({ id, reference, status, total, deposit, agreedDeposit }) => {
    const faults: string[] = []
    const fail = (what: string) => faults.push(`${reference} (${status}): ${what}`)
    const movements = rows.filter(({ bookingId }) => bookingId === id)
    const ordered = orders.filter(({ bookingId }) => bookingId === id)
    const onItsWay = ordered.filter(({ state }) => state === 'owed' || state === 'refused')
    const kept = sum(movements.map(({ amount }) => amount)) - sum(onItsWay.map(({ amount }) => amount))
    const price =
      (agreed.get(reference) ?? total) + chargedSince(world, id, 'refund_id is null and payment_id is null')
    if (total > price) fail(`costs ${total}, agreed was ${price}`)
    if (deposit !== Math.min(agreedDeposit, total))
      fail(`deposit ${deposit} of ${agreedDeposit} and ${total}`)
    // Of what went back by wire the dashboard knows nothing: it may give the same money back once more.
    const wired = -sum(
      movements
        .filter(({ kind, intent }) => kind === 'refund' && intent === null)
        .map(({ amount }) => amount),
    )
    if (kept + wired < 0) fail(`gives back more than came: kept ${kept}`)
    if (!STANDING.includes(status)) return faults
    // The bank may send a refund back after the traveler has paid again.
    const cameBack = sum(
      movements.filter(({ stripeId }) => stripeId?.endsWith(':failed')).map(({ amount }) => amount),
    )
    if (kept - cameBack > total) fail(`keeps ${kept} of ${total}`)
    if (kept <= 0) return faults

    const isOff = askedForNothing.has(id)
    const coming = onItsWayOf(world, id)
    const ifItFails = isOff ? 0 : Math.max(0, total - kept)
    const remaining = isOff ? 0 : Math.max(0, ifItFails - coming)
    const planned = world.rows<{ number: number; amountCents: Cents; isPaid: number; stored: number }>(
      `select number, amount_cents as amountCents, owed_cents as stored,
         paid_at is not null or written_off_cents > 0 as isPaid from installments
       where booking_id = ? order by number`,
      id,
    )
    const owed = owedByInstallment(planned, remaining as Cents)
    if (sum(owed.map(({ owedCents }) => owedCents)) !== remaining) {
      fail(`${remaining} is left to pay, and no installment asks for it`)
    }
    if (isCanceledAsWhole(world, id)) {
      const asked = owed.filter(({ stored }) => stored > 0)
      return [...faults, ...asked.map(({ number }) => `${reference} is canceled, installment ${number} asks`)]
    }
    const unpaid = owedByInstallment(planned, ifItFails as Cents)
    for (const [place, { number, isPaid, owedCents, stored }] of owed.entries()) {
      if (stored !== owedCents) fail(`installment ${number} asks for ${owedCents}, stored is ${stored}`)
      if (owedCents > 0 && owedCents < 50)
        fail(`installment ${number} asks for ${owedCents}: no card pays that`)
      if (!isOff && (isPaid === 1) !== (unpaid[place]?.owedCents === 0))
        fail(`installment ${number} asks for ${owedCents}, paid: ${isPaid}`)
    }
    return faults
  })
}

/** What is on its way from bank accounts: begun, and neither there nor failed here. */
const onItsWayOf = (world: Audited, bookingId: number): number =>
  world.rows<{ cents: number }>(
    `select coalesce(sum(amount_cents), 0) as cents from payment_intents where booking_id = ?
       and state in ('creating', 'open') and pays_from = 'bank-account' and processing_at is not null`,
    bookingId,
  )[0]?.cents ?? 0

/** Whether its departure is: then nothing falls due. */
const isCanceledAsWhole = (world: Audited, bookingId: number): boolean =>
  world.rows(
    `select 1 from bookings join departures on departures.id = departure_id
     where bookings.id = ? and canceled_at is not null`,
    bookingId,
  ).length > 0

/**
 * What a move to another departure and back leaves as it was: price, shares, plan and ledger; not its events.
 */
export const movedBooksOf = (world: Audited, reference: string) =>
  world.rows<{ ledger: string | null; moves: number }>(
    `select departure_id, total_cents, deposit_cents, kept_cents, asked_cents, payment_status,
       (select group_concat(amount_cents || ':' || owed_cents || ':' || coalesce(paid_at, '')) from
         (select * from installments where booking_id = b.id order by number)) as plan,
       (select group_concat(amount_cents) from payments where booking_id = b.id) as ledger,
       (select count(*) from charges where booking_id = b.id and kind in ('discount', 'surcharge', 'move', 'room')) as changes,
       (select group_concat(cents) from (select sum(price_cents) as cents from charges
          where booking_id = b.id group by traveler_id order by traveler_id)) as shares,
       (select count(*) from audit_log where subject = 'booking:' || booking_reference and action = 'booking-moved') as moves
     from bookings b where booking_reference = ?`,
    reference,
  )[0]

/** What another room leaves as it was once it is undone: price, what is asked, and who has which room. */
export const roomBooksOf = (world: Audited, reference: string) =>
  world.rows<{ ledger: string | null; changes: number }>(
    `select total_cents, deposit_cents, asked_cents, room_type, singles,
       (select group_concat(id || room_type) from travelers where booking_id = b.id) as kinds,
       (select group_concat(amount_cents) from payments where booking_id = b.id) as ledger,
       (select count(*) from charges where booking_id = b.id and kind in ('discount', 'surcharge', 'move', 'room')) as changes
     from bookings b where booking_reference = ?`,
    reference,
  )[0]

type Left = { bookingId: number; reference: string; promised: number; refund: number }

/**
 * Beside it: what is promised to former travelers is never more than was, nor more than what has not gone
 * back; and no page that is open asks for more than is owed.
 */
export function promiseFaults(world: Audited): string[] {
  const ledger = ledgerIn(world)
  const left = world.rows<Left>(
    `select b.id as bookingId, booking_reference as reference, sum(price_cents) as promised,
       sum(iif(exists (select 1 from charges l where l.act_id = c.act_id and l.kind = 'left'), price_cents, 0)) as refund
     from charges c join bookings b on b.id = booking_id where kind = 'promised' group by b.id`,
  )
  const promises = left.flatMap(({ bookingId, reference, promised, refund }) => {
    const paid = sum(ledger.filter((row) => row.bookingId === bookingId).map(({ amount }) => amount))
    return promised < 0 || promised > Math.max(0, Math.min(refund, paid))
      ? [`${reference} promises ${promised} of ${refund}, ${paid} is paid`]
      : []
  })
  const open = world
    .rows<{ reference: string; asked: number; owed: number }>(
      `select booking_reference as reference, amount_cents as asked, max(0, total_cents - kept_cents - on_its_way_cents) as owed
       from payment_intents join bookings b on b.id = booking_id
       where state in ('creating', 'open') and purpose in ('installment', 'balance') and processing_at is null`,
    )
    .filter(({ asked, owed }) => asked > owed)
    .map(({ reference, asked, owed }) => `${reference}: a page asks for ${asked}, ${owed} is owed`)
  return [...promises, ...open]
}

/** Reminders that are written of bookings whose departure nobody has decided to run. */
export const remindersWaiting = (world: Audited): number[] =>
  world
    .rows<{ id: number }>(
      `select outbox.id from outbox join bookings on bookings.id = booking_id
       join departures on departures.id = departure_id
       where kind like 'reminder-%' and minimum_travelers is not null and guaranteed_at is null`,
    )
    .map(({ id }) => id)

/**
 * No installment is asked for before a departure is guaranteed where it needs to be. What was written before
 * may come along with a booking that moves there.
 */
export const undecidedFaults = (before: number[], after: number[], does: string[]): string[] =>
  does.includes('minimum') || does.includes('move')
    ? []
    : after.filter((id) => id > Math.max(0, ...before)).map((id) => `letter ${id} asks before it is decided`)

/**
 * Of departures that were canceled or postponed: each lead traveler has one letter, nobody was both refunded
 * for it and moved, and no seat of a canceled one was paid for after that.
 */
export const scheduleFaults = (world: Audited): string[] => [
  ...world
    .rows<{ reference: string; letters: number }>(
      `select booking_reference as reference, (select count(*) from outbox where booking_id = b.id
         and occasion = 'departure-' || c.kind || ':' || booking_reference || ':' || c.id) as letters
       from schedule_choices a join schedule_changes c on c.id = change_id join bookings b on b.id = a.booking_id
       where letters <> 1`,
    )
    .map(({ reference, letters }) => `${reference} has ${letters} letters of one change`),
  ...world
    .rows<{ reference: string }>(
      `select booking_reference as reference from schedule_choices a join bookings b on b.id = a.booking_id
       where a.choice = 'move' and exists (select 1 from form_keys where key = 'choice-' || a.id)`,
    )
    .map(({ reference }) => `${reference} was moved and refunded`),
  ...world
    .rows<{ reference: string }>(
      `select booking_reference as reference from bookings join departures on departures.id = departure_id
       where canceled_at is not null and payment_status in ('deposit_paid', 'completed')
         and not exists (select 1 from schedule_choices where booking_id = bookings.id)`,
    )
    .map(({ reference }) => `${reference} was sold a seat on a canceled departure`),
  ...world
    .rows<{ reference: string }>(
      `select booking_reference as reference from bookings b join departures d on d.id = b.departure_id
         join schedule_changes c on c.departure_id = d.id and c.kind = 'postponed'
       where payment_status in ('deposit_paid', 'completed') and b.created_at <= c.created_at
         and b.agreed_starts_on <> d.starts_on
         and date((select min(created_at) from payments where booking_id = b.id) / 1000, 'unixepoch') < c.answer_by
         and not exists (select 1 from schedule_choices where booking_id = b.id)
         and not exists (select 1 from departure_moves where booking_id = b.id)
         and not exists (select 1 from audit_log where subject = 'booking:' || booking_reference
           and action = 'booking-reinstated')`,
    )
    .map(({ reference }) => `${reference} is on dates it never agreed to, and was not asked`),
]

/**
 * Once all is well and the days to choose are over, nothing is kept of
 * who did not move away, unless a payment is on its way or disputed.
 */
export const carriedOutFaults = (world: Audited, today: string): string[] =>
  world
    .rows<{ reference: string }>(
      `select booking_reference as reference from schedule_choices a join schedule_changes c on c.id = change_id
       join bookings b on b.id = a.booking_id
       where a.settled_at is null and (a.choice is not null or answer_by < ?)
         and not exists (select 1 from payment_intents where booking_id = b.id and processing_at is not null)
         and not exists (select 1 from audit_log o where o.subject = 'booking:' || booking_reference
           and o.action = 'dispute-opened' and not exists (select 1 from audit_log e where e.subject = o.subject
             and e.action = 'dispute-closed' and e.detail ->> 'dispute' = o.detail ->> 'dispute'))`,
      today,
    )
    .map(({ reference }) => `${reference} still waits for what was chosen`)
