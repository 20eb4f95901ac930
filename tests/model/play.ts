import { instantAt } from '#app/platform/days'
import { letterFaults, lettersOut, movedBooksOf, roomBooksOf } from './auditors'
import type { Command, Done } from './commands'
import { planFaults, plansIn } from './plan-auditor'
import type { CommandStep, Step } from './steps'
import type { World } from './world'

const CARD = '4242424242424242'

const nth = <Item>(items: Item[], n: number): Item | undefined => items[n % Math.max(1, items.length)]

const referenceOf = (world: World, n: number): string | undefined =>
  nth(world.rows<{ reference: string }>('select booking_reference as reference from bookings order by id'), n)
    ?.reference

/** The command that a step asks of the admin's process; null where there is nothing yet to do it to. */
function commandOf(world: World, step: CommandStep): Command | null {
  if (step.does === 'book') {
    const { does: _, ...asked } = step
    return { name: 'book', with: asked }
  }
  if (step.does === 'sell-by-hand') {
    const { does: _, ...asked } = step
    return { name: 'sellByHand', with: asked }
  }
  if (step.does === 'write-letter') {
    const { does: _, ...asked } = step
    return { name: 'writeLetter', with: asked }
  }
  if (step.does === 'reconcile') return { name: 'reconcile', with: {} }
  if (step.does === 'end-holds') return { name: 'endHolds', with: {} }
  if (step.does === 'send-mail') return { name: 'sendMail', with: {} }
  switch (step.does) {
    case 'guarantee':
      return { name: 'guarantee', with: { departs: step.departs } }
    case 'call-off':
      return { name: 'callOff', with: { departs: step.departs } }
    case 'postpone':
      return { name: 'postpone', with: { departs: step.departs, days: step.days } }
    case 'watch': {
      const { does: _, ...asked } = step
      return { name: 'watch', with: asked }
    }
    case 'stop-watching':
      return { name: 'stopWatching', with: { which: step.which } }
    case 'tell-watchers':
      return { name: 'notifyWatchers', with: {} }
    case 'carry-out-choices':
      return { name: 'carryOutChoices', with: {} }
    case 'agree-with-leader': {
      const { does: _, ...asked } = step
      return { name: 'agreeWithLeader', with: asked }
    }
    case 'end-leader':
      return { name: 'endLeader', with: {} }
    case 'join-waitlist': {
      const { does: _, ...asked } = step
      return { name: 'joinWaitlist', with: asked }
    }
    case 'take-offer': {
      const { does: _, ...asked } = step
      return { name: 'takeOffer', with: asked }
    }
    case 'queue':
      return { name: 'queue', with: { which: step.which, act: step.act } }
    case 'confirm-place':
      return { name: 'confirmPlace', with: { which: step.which } }
    case 'leave-waitlist':
      return { name: 'leaveWaitlist', with: { which: step.which } }
    case 'stand-again':
      return { name: 'rejoinWaitlist', with: { which: step.which } }
  }
  if (step.does === 'come-back') return comeBack(world, step.which)
  const reference = referenceOf(world, step.which)
  if (!reference) return null
  switch (step.does) {
    case 'pay-later':
      return {
        name: 'payLater',
        with: { reference, pays: step.pays, way: step.way, from: step.from, isStale: step.isStale },
      }
    case 'by-hand': {
      const { direction, amountCents, reason } = step
      return { name: 'byHand', with: { reference, direction, amountCents, reason } }
    }
    case 'refund':
      return { name: 'refund', with: { reference, amountCents: step.amountCents, reason: step.reason } }
    case 'cancel':
      return { name: 'cancel', with: { reference } }
    case 'write-off':
      return { name: 'writeOff', with: { reference } }
    case 'postpone-installment':
      return { name: 'postponeInstallment', with: { reference, days: step.days } }
    case 'spread':
      return { name: 'spread', with: { reference, days: step.days } }
    case 'reprice': {
      const { does: _, which: __, ...asked } = step
      return { name: 'reprice', with: { reference, ...asked } }
    }
    case 'undo-reprice':
      return { name: 'undoReprice', with: { reference } }
    case 'correct-leader':
      return { name: 'correctLeader', with: { reference, isTheirs: step.isTheirs } }
    case 'move':
      return { name: 'move', with: { reference, price: step.price } }
    case 'reinstate':
      return { name: 'reinstate', with: { reference } }
    case 'agree-to-autopay':
      return { name: 'agreeToAutopay', with: { reference, position: step.position, card: step.card } }
    case 'stop-autopay':
      return { name: 'stopAutopay', with: { reference } }
    case 'each-pays':
      return { name: 'eachPays', with: { reference, on: step.on } }
    case 'pay-share': {
      const { does: _, which: __, ...asked } = step
      return { name: 'payShare', with: { reference, ...asked } }
    }
    case 'link-for-somebody':
      return {
        name: 'linkForSomebody',
        with: { reference, position: step.position, amountCents: step.amountCents },
      }
    case 'pay-by-link':
      return { name: 'payByLink', with: { reference, which: step.link, withdraws: step.withdraws } }
    case 'hold-longer':
      return { name: 'holdLonger', with: { reference, days: step.days } }
    case 'ask-staff':
      return { name: 'askStaff', with: { reference, kind: step.kind } }
    case 'take-request-back':
      return { name: 'takeRequestBack', with: { reference } }
    case 'answer-request':
      return { name: 'answerRequest', with: { reference, as: step.as } }
    case 'choose':
      return { name: 'choose', with: { reference, choice: step.choice } }
    case 'join':
      return { name: 'join', with: { reference, roomType: step.roomType } }
    case 'swap-rooms':
      return { name: 'swapRooms', with: { reference, positions: step.positions } }
    case 'change-room':
      return { name: 'changeRoom', with: { reference, position: step.position, price: step.price } }
    case 'leave':
      return { name: 'leave', with: { reference, position: step.position } }
    case 'change-lead':
      return { name: 'changeLead', with: { reference, position: step.position } }
    case 'offer-place':
      return { name: 'offerPlace', with: { reference, position: step.position } }
    case 'take-place-back':
      return { name: 'takePlaceBack', with: { reference, position: step.position, by: step.by } }
    case 'wait-as-booked':
      return { name: 'waitAsBooked', with: { reference } }
    case 'stuck-refund':
      return { name: 'stuckRefund', with: { reference, does: step.how } }
    case 'answer-for-refund':
      return { name: 'answerForRefund', with: { reference, wasIt: step.wasIt } }
    default:
      return {
        name: 'remind',
        with: { reference, number: step.number, daysUntilDue: step.daysUntilDue },
      }
  }
}

function comeBack(world: World, n: number): Command | null {
  const intent = nth(world.stripe.paymentIntents(), n)
  if (!intent) return null
  const session = world.stripe.sessions().find(({ payment_intent: of }) => of === intent.id)
  if (session) return { name: 'comeBackFromHostedPage', with: { sessionId: session.id } }
  const reference = referenceOf(world, n)
  if (!reference || n % 2 === 0) return { name: 'comeBack', with: { intentId: intent.id } }
  return { name: 'completeReturn', with: { reference, intentId: intent.id } }
}

/** Plays one step. A refusal is an answer like another; a fault of ours is kept in `world.faults`. */
export async function play(world: World, step: Step): Promise<void> {
  const { stripe, mailbox } = world
  switch (step.does) {
    case 'books-and-pays': {
      await play(world, step.asks)
      return charge(world, 0, CARD)
    }
    case 'takes-and-pays': {
      const { which, travelers } = step
      await play(world, { does: 'take-offer', which, travelers, paymentType: 'deposit', way: 'card' })
      return charge(world, 0, CARD)
    }
    case 'sold-by-hand':
      return soldByHand(world, step)
    case 'party-left':
      return leaveRepriced(world, step)
    case 'written-off-and-paid': {
      const { which, amountCents } = step
      await play(world, { does: 'write-off', which })
      return play(world, { does: 'by-hand', which, direction: 'in', amountCents, reason: 'goodwill' })
    }
    case 'pays-later': {
      await play(world, { ...step, does: 'pay-later', way: 'card', from: 'card', isStale: false })
      return charge(world, 0, CARD)
    }
    case 'paid-from-bank':
      return paidFromBank(world, step)
    case 'shares-paid':
      await play(world, { does: 'each-pays', which: step.which, on: true })
      for (const asked of step.shares) {
        await play(world, { does: 'pay-share', which: step.which, way: 'card', ...asked })
        await charge(world, 0, CARD)
      }
      return
    case 'paid-by-somebody': {
      const { which, position, amountCents } = step
      await play(world, { does: 'link-for-somebody', which, position, amountCents })
      await play(world, { does: 'pay-by-link', which, link: 0, withdraws: false })
      return charge(world, 0, CARD)
    }
    case 'charge':
      return charge(world, step.which, step.card)
    case 'bank-days':
      return passBankDays(world, step.days)
    case 'move-clock':
      return told(world, { name: 'moveClock', with: { hours: step.hours } })
    case 'refund-in-dashboard': {
      const intent = nth(
        stripe.paymentIntents().filter(({ status }) => status === 'succeeded'),
        step.which,
      )
      const amount = step.amountCents === 'whole' ? undefined : step.amountCents
      if (intent) attempt(() => stripe.refundInDashboard(intent.id, amount))
      return
    }
    case 'minimum':
      return told(world, { name: 'minimum', with: { departs: step.departs, travelers: step.travelers } })
    case 'called-off-and-chosen':
      return calledOffAndChosen(world, step)
    case 'postponed-and-chosen':
      return postponedAndChosen(world, step)
    case 'watched-and-changed':
      return watchedAndChanged(world, step)
    case 'there-and-back':
      return thereAndBack(world, step)
    case 'room-and-undone':
      return roomAndUndone(world, step)
    case 'gone-before-the-letter':
      return goBeforeLetter(world, step)
    case 'leaver-and-stuck-refund':
      return leaveAndSettle(world, step)
    case 'refund-fails': {
      const refund = nth(
        stripe.refunds().filter(({ status }) => status === 'succeeded'),
        step.which,
      )
      if (refund && !isDisputed(world, String(refund.payment_intent))) stripe.failRefund(refund.id)
      return
    }
    case 'open-dispute':
      return openDispute(world, step.which, step.isInquiry)
    case 'close-dispute':
      return closeDispute(world, step.which, step.as)
    case 'dispute-unheard': {
      const { lost } = stripe.switches
      stripe.switches.lost = true
      openDispute(world, step.which, false)
      if (step.as !== 'open') closeDispute(world, 0, step.as)
      stripe.switches.lost = lost
      return
    }
    case 'undone-around-changes':
      return undoneAroundChanges(world, step)
    case 'faults': {
      const { lost, doubled, shuffled } = step
      Object.assign(stripe.switches, { lost, doubled, shuffled })
      mailbox.refuse(step.mail === 'refuses')
      return step.mail === 'off' ? mailbox.stopSmtp() : mailbox.startSmtp()
    }
    case 'rewards-settled':
      await heal(world)
      return told(world, { name: 'moveClock', with: { hours: 1 } })
    case 'released-while-two-buy':
      return releasedWhileTwoBuy(world, step)
    case 'all-is-well':
      return heal(world)
    case 'a-day-of-keys':
      return stripe.forgetAnswers()
    case 'move-dates':
      return told(world, { name: 'moveDates', with: { startsOn: step.startsOn } })
    case 'tell-dates':
      return told(world, { name: 'notifyOfDates', with: {} })
    case 'change-seats':
      return told(world, { name: 'changeSeats', with: { seats: step.seats } })
    case 'hide':
      return told(world, { name: 'hide', with: { isPrivate: step.isPrivate } })
    case 'sales':
      return told(world, { name: 'sales', with: { sales: step.sales } })
    case 'price':
      return told(world, {
        name: 'changeTour',
        with: { seats: 4, doubleCents: step.doubleCents, depositCents: 50_000 },
      })
    case 'while-stripe-is-down': {
      const command = commandOf(world, step.command)
      stripe.switches.apiDown = step.way
      if (command) await told(world, command)
      stripe.switches.apiDown = 'off'
      return
    }
    case 'killed-during': {
      const command = commandOf(world, step.command)
      return command ? world.killDuring(command, step.requests) : undefined
    }
    case 'two-at-once': {
      const one = commandOf(world, step.one)
      const other = commandOf(world, step.other)
      if (one && other) noteFaults(world, one, await world.tellBoth(one, other))
      return
    }
    default: {
      const command = commandOf(world, step)
      if (command) await told(world, command)
    }
  }
}

/** Seats are held for a guest, and paid by the link or by check, or nobody pays. */
async function soldByHand(
  world: World,
  { asks, paid }: Extract<Step, { does: 'sold-by-hand' }>,
): Promise<void> {
  await play(world, asks)
  const [sold] = world.rows<{ reference: string; due: number }>(
    `select booking_reference as reference, iif(payment_type = 'full', total_cents, deposit_cents) as due
     from bookings where sold_by is not null and payment_status = 'pending' order by id desc limit 1`,
  )
  if (!sold) return
  const { reference, due } = sold
  if (paid === 'lapse') return told(world, { name: 'moveClock', with: { hours: 24 * (asks.days + 1) } })
  if (paid === 'check') {
    const money = { direction: 'in' as const, amountCents: due, reason: 'goodwill' as const }
    return told(world, { name: 'byHand', with: { reference, ...money } })
  }
  const way = paid === 'link' ? ('card' as const) : ('hosted' as const)
  await told(world, {
    name: 'payLater',
    with: { reference, pays: 'next', way, from: 'card', isStale: false },
  })
  return charge(world, 0, CARD)
}

/** Seats kept for a leader come free at midnight in Chicago, and two buy at that moment. */
async function releasedWhileTwoBuy(
  world: World,
  { seats, buy: [one, other] }: Extract<Step, { does: 'released-while-two-buy' }>,
): Promise<void> {
  const terms = { keptDays: 1, freeEvery: 2, eachCents: 0 }
  await told(world, { name: 'agreeWithLeader', with: { seats, ...terms } })
  const clock = await world.tell({ name: 'clock', with: {} })
  const [kept] = world.rows<{ until: string }>(
    'select release_on as until from leader_terms where seats > 0 and released_at is null',
  )
  if (!kept || !('answer' in clock)) return
  const lastMinute = instantAt(kept.until, 23, 'America/Chicago', 59).getTime()
  await told(world, { name: 'moveClock', with: { hours: (lastMinute - Number(clock.answer)) / HOUR_MS } })
  const [buys, alsoBuys] = [one, other].map((asks): Command => {
    const { does: _, ...asked } = asks
    return { name: 'book', with: asked }
  })
  const midnight: Command = { name: 'moveClock', with: { hours: 2 / 60 } }
  if (!buys || !alsoBuys) return
  // One buys in the process whose clock passes midnight, the other where it is still the day before.
  const ended = [world.tellBoth(midnight, buys), world.tellBoth(alsoBuys, { name: 'clock', with: {} })]
  noteFaults(world, midnight, (await Promise.all(ended)).flat())
  await told(world, midnight)
}

const HOUR_MS = 3_600_000

/** One of a party leaves after its price and plan have changed, and the plan of the others is looked at. */
async function leaveRepriced(
  world: World,
  { which, before, percent, position, leaves }: Extract<Step, { does: 'party-left' }>,
): Promise<void> {
  const { reference } = partyIn(world, which) ?? {}
  if (!reference) return
  const price = { reference, amountCents: percent * 10_000, percent: true, position }
  const acts: Record<(typeof before)[number], () => Promise<void>> = {
    pay: async () => {
      await told(world, {
        name: 'payLater',
        with: { reference, pays: 'next', way: 'card', from: 'card', isStale: false },
      })
      await charge(world, 0, CARD)
      await told(world, { name: 'reconcile', with: {} })
    },
    discount: () => told(world, { name: 'reprice', with: { ...price, direction: 'discount' } }),
    surcharge: () => told(world, { name: 'reprice', with: { ...price, direction: 'surcharge' } }),
    join: () => told(world, { name: 'join', with: { reference, roomType: 'double' } }),
    room: () => told(world, { name: 'changeRoom', with: { reference, position: 2, price: 'today' } }),
    goodwill: () =>
      told(world, { name: 'refund', with: { reference, amountCents: 10_000, reason: 'goodwill' } }),
    'write-off': async () => {
      await told(world, { name: 'moveClock', with: { hours: 24 * 90 } })
      await told(world, { name: 'writeOff', with: { reference } })
    },
  }
  for (const act of before) await acts[act]()
  for (const leaver of [leaves, 2]) {
    const plans = plansIn(world)
    await told(world, { name: 'leave', with: { reference, position: leaver } })
    world.faults.push(...planFaults(world, plans))
  }
}

/** Goodwill, or a loss, that is undone after travelers have joined and left. */
async function undoneAroundChanges(
  world: World,
  { which, cause, changes }: Extract<Step, { does: 'undone-around-changes' }>,
): Promise<void> {
  if (cause === 'dispute') await play(world, { does: 'open-dispute', which, isInquiry: false })
  if (cause === 'dispute') closeDispute(world, 0, 'lost')
  else await play(world, { does: 'refund', which, amountCents: 10_000, reason: 'goodwill' })
  for (const change of changes) {
    if (change === 'join') await play(world, { does: 'join', which, roomType: 'double' })
    else await play(world, { does: 'leave', which, position: change === 'leave-second' ? 2 : 3 })
  }
  if (cause === 'dispute') closeDispute(world, 0, 'won')
  else await play(world, { does: 'refund-fails', which: 0 })
}

/** Moved to the other departure and back again, a booking has the books of one that stayed. */
async function thereAndBack(
  world: World,
  { which, price }: Extract<Step, { does: 'there-and-back' }>,
): Promise<void> {
  const reference = referenceOf(world, which)
  if (!reference) return
  const stayed = movedBooksOf(world, reference)
  const [home] = world.rows<{ to: number }>(
    'select departure_id as "to" from bookings where booking_reference = ?',
    reference,
  )
  for (const way of [{ price }, { price: 'agreed' as const, ...home }]) {
    const command: Command = { name: 'move', with: { reference, ...way } }
    const moved = await world.tell(command)
    noteFaults(world, command, [moved])
    if (!('answer' in moved) || moved.answer !== 'done') return
  }
  const back = movedBooksOf(world, reference)
  // Money of which nobody had heard may have come in with the withdrawal of its page.
  if (price === 'today' || back?.ledger !== stayed?.ledger) return
  const [was, is] = [JSON.stringify(stayed && { ...stayed, moves: stayed.moves + 2 }), JSON.stringify(back)]
  if (was !== is) world.faults.push(`${reference} went there and back: ${was} became ${is}`)
}

/** Another room at its price, undone by its own button, leaves price and rooms as they were. */
async function roomAndUndone(
  world: World,
  { which, position }: Extract<Step, { does: 'room-and-undone' }>,
): Promise<void> {
  const reference = referenceOf(world, which)
  if (!reference) return
  const before = roomBooksOf(world, reference)
  const commands: Command[] = [
    { name: 'changeRoom', with: { reference, position, price: 'today' } },
    { name: 'undoReprice', with: { reference } },
  ]
  for (const command of commands) {
    const done = await world.tell(command)
    noteFaults(world, command, [done])
    const has = roomBooksOf(world, reference)
    // Where all is paid a lower price changes nothing, and there is nothing to undo.
    if (!('answer' in done) || done.answer !== 'done' || has?.changes === before?.changes) return
  }
  const after = roomBooksOf(world, reference)
  const [was, is] = [before, after].map((books) => JSON.stringify({ ...books, changes: 0 }))
  // Money of which nobody had heard may have come in with the withdrawal of its page.
  if (before?.ledger === after?.ledger && was !== is) world.faults.push(`${reference}: ${was} became ${is}`)
}

/** The mail server is down when a letter to a departure leaves, and somebody goes before it is up again. */
async function goBeforeLetter(
  world: World,
  { which, asks, goes }: Extract<Step, { does: 'gone-before-the-letter' }>,
): Promise<void> {
  const { reference } =
    nth(
      world.rows<{ reference: string }>(
        `select booking_reference as reference from bookings
         where payment_status in ('deposit_paid', 'completed') and departure_id = ? order by id`,
        asks.departs,
      ),
      which,
    ) ?? {}
  if (!reference) return
  const { mailbox } = world
  mailbox.refuse(true)
  await play(world, { ...asks, leaves: 'now' })
  await told(world, { name: 'sendMail', with: {} })
  if (goes === 'cancel') await told(world, { name: 'cancel', with: { reference } })
  else if (goes === 'move') await told(world, { name: 'move', with: { reference, price: 'agreed' } })
  else if (goes === 'leave') await told(world, { name: 'leave', with: { reference, position: 2 } })
  else await told(world, { name: 'changeLead', with: { reference, position: 2 } })
  mailbox.refuse(false)
  const out = lettersOut(world)
  await told(world, { name: 'moveClock', with: { hours: 1 } })
  world.faults.push(...letterFaults(world, out))
}

async function told(world: World, command: Command): Promise<void> {
  noteFaults(world, command, [await world.tell(command)])
}

function noteFaults(world: World, command: Command, ended: Done[]): void {
  for (const done of ended) if ('fault' in done) world.faults.push(`${command.name}: ${done.fault}`)
}

const partyIn = (world: World, which: number) =>
  nth(
    world.rows<{ reference: string; id: number }>(
      `select booking_reference as reference, id from bookings
       where number_of_guests > 1 and payment_status in ('deposit_paid', 'completed') order by id`,
    ),
    which,
  )

/**
 * One of a party leaves while Stripe makes no refunds, and their money goes back in several ways, one after
 * another.
 */
async function leaveAndSettle(
  world: World,
  { which, ways }: Extract<Step, { does: 'leaver-and-stuck-refund' }>,
): Promise<void> {
  const { stripe } = world
  const party = partyIn(world, which)
  if (!party) return
  const { reference, id } = party
  stripe.switches.apiDown = 'refuses'
  await told(world, { name: 'leave', with: { reference, position: 2 } })
  stripe.switches.apiDown = 'off'
  await told(world, { name: 'refuseRefunds', with: { reference } })
  const [order] = world.rows<{ amount: number; intent: string }>(
    `select amount_cents as amount, stripe_intent_id as intent from refunds
     where booking_id = ? and reason = 'left-party' order by id desc`,
    id,
  )
  const amount = order?.amount ?? 100_000
  const intent = order?.intent ?? ''
  const wire = (amountCents: number): Command => ({
    name: 'byHand',
    with: { reference, direction: 'out', amountCents, reason: 'goodwill' },
  })
  for (const way of ways) {
    if (way === 'drop') await told(world, { name: 'stuckRefund', with: { reference, does: 'drop' } })
    else if (way === 'wire') await told(world, wire(amount))
    else if (way === 'wire-part') await told(world, wire(10_000))
    else if (way === 'dashboard') attempt(() => stripe.refundInDashboard(intent, amount))
    else if (way === 'dashboard-part') attempt(() => stripe.refundInDashboard(intent, 10_000))
    else await told(world, { name: 'answerForRefund', with: { reference, wasIt: way === 'it-was' } })
    if (way.startsWith('dashboard')) await told(world, { name: 'reconcile', with: {} })
  }
}

/** A departure is canceled, its guests choose, and those who do not are answered for two weeks later. */
async function calledOffAndChosen(
  world: World,
  { departs, choices }: Extract<Step, { does: 'called-off-and-chosen' }>,
): Promise<void> {
  await told(world, { name: 'callOff', with: { departs } })
  const asked = world.rows<{ reference: string }>(
    `select booking_reference as reference from schedule_choices join bookings on bookings.id = booking_id
     where settled_at is null order by schedule_choices.id`,
  )
  for (const [index, { reference }] of asked.entries()) {
    const choice = nth(choices, index)
    if (choice && choice !== 'none') await told(world, { name: 'choose', with: { reference, choice } })
  }
  await told(world, { name: 'moveClock', with: { hours: 24 * 15 } })
  await told(world, { name: 'carryOutChoices', with: {} })
}

/** A guest chooses after a postponement, and everyone goes on as if they had not. */
async function postponedAndChosen(
  world: World,
  { departs, which, isDisputed, choice, asksBefore, goesOn }: Extract<Step, { does: 'postponed-and-chosen' }>,
): Promise<void> {
  if (isDisputed) await play(world, { does: 'open-dispute', which, isInquiry: false })
  await play(world, { does: 'postpone', departs, days: 28 })
  if (asksBefore) await play(world, { does: 'ask-staff', which, kind: 'cancel' })
  await play(world, { does: 'choose', which, choice })
  for (const next of goesOn) await play(world, GOES_ON[next](which))
}

const GOES_ON = {
  remind: (which) => ({ does: 'remind', which, number: 1, daysUntilDue: 0 }),
  pay: (which) => ({ does: 'pays-later', which, pays: 'next' }),
  spread: (which) => ({ does: 'spread', which, days: [14, 30] }),
  join: (which) => ({ does: 'join', which, roomType: 'double' }),
  move: (which) => ({ does: 'move', which, price: 'agreed' }),
  cancel: (which) => ({ does: 'cancel', which }),
  reinstate: (which) => ({ does: 'reinstate', which }),
  'by-hand': (which) => ({
    does: 'by-hand',
    which,
    direction: 'in',
    amountCents: 50_000,
    reason: 'goodwill',
  }),
} satisfies Record<string, (which: number) => Step>

async function watchedAndChanged(
  world: World,
  { asks, opens, departs, change }: Extract<Step, { does: 'watched-and-changed' }>,
): Promise<void> {
  await told(world, { name: 'sales', with: { sales: 'closed' } })
  for (const asked of asks) await play(world, asked)
  if (opens) {
    await told(world, { name: 'sales', with: { sales: 'open' } })
    await told(world, { name: 'notifyWatchers', with: {} })
  }
  if (change !== 'none') await play(world, { does: change, departs, days: 28 } as Step)
}

/** Stripe and the mail server are themselves again, and all that is open is asked about. */
export async function heal(world: World): Promise<void> {
  Object.assign(world.stripe.switches, { lost: false, doubled: false, shuffled: false, apiDown: 'off' })
  world.mailbox.refuse(false)
  await world.mailbox.startSmtp()
  await told(world, { name: 'reconcile', with: {} })
  await told(world, { name: 'carryOutChoices', with: {} })
  await told(world, { name: 'reconcile', with: {} })
}

/**
 * Somebody's browser still has an open intent, or a hosted page, and pays on it. Nobody was given the secret
 * of one whose creation we never heard of.
 */
async function charge(world: World, n: number, card: string): Promise<void> {
  const { stripe } = world
  const handedOut = new Set(
    world
      .rows<{ id: string }>(
        `select stripe_intent_id as id from payment_intents union select stripe_session_id from payment_intents`,
      )
      .map(({ id }) => id),
  )
  const intents = stripe
    .paymentIntents()
    .filter(({ id, status }) => handedOut.has(id) && /^requires_(payment_method|confirmation)$/.test(status))
  const sessions = stripe.sessions().filter(({ id, status }) => handedOut.has(id) && status === 'open')
  const intent = nth(
    [...sessions, ...intents].toSorted((one, other) => other.created - one.created),
    n,
  )
  if (!intent) return
  const isFromBank = (intent.payment_method_types as string[]).includes('us_bank_account')
  const method = isFromBank ? (card === CARD ? GOOD_ACCOUNT : CLOSED_ACCOUNT) : card
  attempt(() =>
    intent.object === 'checkout.session'
      ? stripe.paySession(intent.id, method)
      : stripe.payIntent(intent.id, method),
  )
}

const GOOD_ACCOUNT = '000123456789'
const CLOSED_ACCOUNT = '000111111113'
const DAY_MS = 86_400_000

/** How far the money's clock is ahead. */
const daysAhead = new WeakMap<World['stripe'], number>()

/** Days pass at the banks: what is on its way from an account arrives there, or does not. */
function passBankDays({ stripe }: World, days: number): void {
  const ahead = (daysAhead.get(stripe) ?? 0) + days
  daysAhead.set(stripe, ahead)
  stripe.setClock(() => new Date(Date.now() + ahead * DAY_MS))
  stripe.passDays()
}

/** With a discount for it or without: it is on its way for days, comes, does not, or is taken back. */
async function paidFromBank(
  world: World,
  { which, percent, pays, way, comes }: Extract<Step, { does: 'paid-from-bank' }>,
): Promise<void> {
  const { stripe } = world
  await told(world, { name: 'bankDiscount', with: { percent } })
  await play(world, { does: 'pay-later', which, pays, way, from: 'bank-account', isStale: false })
  await charge(world, 0, comes === 'never' ? 'declined' : CARD)
  await told(world, { name: 'reconcile', with: {} })
  if (comes === 'later') return
  passBankDays(world, 5)
  await told(world, { name: 'reconcile', with: {} })
  if (comes !== 'and-bounces') return
  const newest = stripe.charges().findLast((one) => one.paid && isFromBank(one))
  if (!newest || isDisputed(world, String(newest.payment_intent))) return
  const amount = newest.amount_captured - newest.amount_refunded
  if (amount > 0) stripe.openDispute(String(newest.payment_intent), { amount, reason: 'insufficient_funds' })
}

const isFromBank = ({
  payment_method_details: by,
}: ReturnType<World['stripe']['charges']>[number]): boolean => by?.type === 'us_bank_account'

const isDisputed = ({ stripe }: World, intentId: string): boolean =>
  stripe.disputes().some(({ payment_intent: of }) => of === intentId)

/**
 * A bank takes back no more than the card was charged and has not got back, and a charge is disputed once.
 */
function openDispute(world: World, n: number, isInquiry: boolean): void {
  const { stripe } = world
  const charged = nth(
    stripe.charges().filter(({ paid, payment_intent: of }) => paid && !isDisputed(world, String(of))),
    n,
  )
  if (!charged) return
  const amount = charged.amount_captured - charged.amount_refunded
  if (amount <= 0) return
  // A bank that takes an account's payment back asks nobody, and nothing can be appealed.
  const reason = isFromBank(charged) && n % 3 > 0 ? { reason: 'insufficient_funds' } : {}
  stripe.openDispute(String(charged.payment_intent), {
    ...{ amount, ...reason },
    isInquiry: isInquiry && !isFromBank(charged),
  })
}

function closeDispute({ stripe }: World, n: number, as: 'won' | 'lost'): void {
  const open = nth(
    stripe.disputes().filter(({ status, charge: of }) => {
      const charged = stripe.charges().find(({ id }) => id === of)
      return !['won', 'warning_closed'].includes(status) && !(charged && isFromBank(charged))
    }),
    n,
  )
  if (!open) return
  const isInquiry = open.status.startsWith('warning_')
  // What was lost can only be won on appeal.
  stripe.closeDispute(open.id, isInquiry ? 'warning_closed' : open.status === 'lost' ? 'won' : as)
}

/** What the dashboard or the bank would refuse changes nothing. */
function attempt(command: () => unknown): void {
  try {
    command()
  } catch {
    // A charge that is refunded or disputed, an intent that was canceled in between.
  }
}
