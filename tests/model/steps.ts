import fc from 'fast-check'
import { INSTALLMENTS_AT_MOST } from '#db/values'

/**
 * Something that happens, in plain values: a failing run is printed as a list of these and can be played
 * again.
 */
export type Step =
  | Of<typeof commandStep>
  | Of<typeof worldStep>
  | Of<typeof seatsStep>
  | Of<typeof resaleStep>
  | Of<typeof leadersDay>

type Of<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never

// Plain objects, so that a printed run can be read.
const record = <Shape extends object>(model: { [Key in keyof Shape]: fc.Arbitrary<Shape[Key]> }) =>
  fc.record<Shape>(model, { noNullPrototype: true })

const which = fc.oneof(fc.constant(0), fc.nat({ max: 5 }))
const reason = fc.constantFrom('goodwill' as const, 'owed-again' as const)
const from = fc.constantFrom('card' as const, 'card' as const, 'bank-account' as const)
const way = fc.constantFrom('card' as const, 'card' as const, 'hosted' as const)
/**
 * Sums that travelers and staff really type, among them too much, and what leaves a rest that no card can
 * pay.
 */
const amountCents = fc.constantFrom(1, 49, 10_000, 50_000, 99_950, 200_000, 399_970, 400_000, 450_000)

const departs = fc.constantFrom(1, 1, 1, 2, 2, 3)
/** How many of a party in double rooms want single ones. */
const singles = fc.constantFrom(0, 0, 1, 2)

const movePrice = fc.constantFrom('agreed' as const, 'today' as const)

const book = record({
  does: fc.constant('book' as const),
  guest: fc.nat({ max: 5 }),
  roomType: fc.constantFrom('double' as const, 'single' as const),
  travelers: fc.constantFrom(1, 1, 1, 2, 3),
  singles,
  paymentType: fc.constantFrom('deposit' as const, 'deposit' as const, 'full' as const),
  way,
  browser: fc.nat({ max: 2 }),
  departs,
  code: fc.constantFrom('', '', '', 'CHOIR', 'CHOIR', 'FRIENDS', 'AMANI'),
})

/** Of a code that may be used twice: two who use it at once often race for its last use. */
const coded = book.map((asks) => ({ ...asks, code: 'CHOIR' as const }))

/** Staff book for a guest, who pays by the link or by check, or lets the hold lapse. */
const sell = record({
  does: fc.constant('sell-by-hand' as const),
  guest: fc.nat({ max: 5 }),
  roomType: fc.constantFrom('double' as const, 'single' as const),
  travelers: fc.constantFrom(1, 1, 2, 3),
  singles,
  paymentType: fc.constantFrom('deposit' as const, 'full' as const),
  departs,
  days: fc.constantFrom(0, 1, 3, 14, 15),
  percent: fc.constantFrom(100, 100, 90, 11, 5, 120),
})

/** In days from today: of a journey that is near some are too late. */
const spreadDays = fc
  .uniqueArray(fc.constantFrom(0, 1, 14, 30, 60, 90, 120, 160), { minLength: 1, maxLength: 4 })
  .map((days) => days.toSorted((one, other) => one - other))

const letter = record({
  does: fc.constant('write-letter' as const),
  departs,
  who: fc.constantFrom('all' as const, 'all' as const, 'owing' as const, 'details-missing' as const),
  addressees: fc.constantFrom('leads' as const, 'travelers' as const),
  leaves: fc.constantFrom('now' as const, 'now' as const, 'tomorrow' as const, 'day-before' as const),
})

/** How money that Stripe does not refund goes back, or does not: in any order, and more than once. */
const ways = fc.uniqueArray(
  fc.constantFrom(
    'drop' as const,
    'wire' as const,
    'wire-part' as const,
    'dashboard' as const,
    'dashboard-part' as const,
    'it-was' as const,
    'another' as const,
  ),
  { minLength: 2, maxLength: 4 },
)

/** Somebody who is offered seats begins to pay, and the card is charged. */
export const resaleStep = record({
  does: fc.constant('takes-and-pays' as const),
  which,
  travelers: fc.constantFrom(1, 1, 2, 3),
})

export const cancelStep = record({ does: fc.constant('cancel' as const), which })
const travelers = fc.constantFrom(1, 1, 2, 3, 4)

/** Guests, people on the waitlist, and others. */
const watcher = record({
  does: fc.constant('watch' as const),
  departs,
  email: fc.constantFrom(0, 0, 1, 2, 100, 101, 200, 201).map((guest) => `guest${guest}@example.com`),
  confirms: fc.constantFrom(true, true, true, false),
})

/** Twelve people who wait, leave, come again and take what they are offered; and staff over their list. */
export const waitlistStep = fc.oneof(
  {
    weight: 5,
    arbitrary: record({
      does: fc.constant('join-waitlist' as const),
      departs: fc.constantFrom(1, 1, 1, 1, 2, 3),
      guest: fc.nat({ max: 11 }),
      atLeast: travelers,
      more: fc.nat({ max: 2 }),
      confirms: fc.constantFrom(true, true, true, false),
    }),
  },
  {
    weight: 1,
    arbitrary: record({ does: fc.constant('confirm-place' as const), which: fc.nat({ max: 11 }) }),
  },
  {
    weight: 2,
    arbitrary: record({ does: fc.constant('leave-waitlist' as const), which: fc.nat({ max: 11 }) }),
  },
  { weight: 2, arbitrary: record({ does: fc.constant('stand-again' as const), which: fc.nat({ max: 11 }) }) },
  { weight: 1, arbitrary: record({ does: fc.constant('wait-as-booked' as const), which }) },
  {
    weight: 5,
    arbitrary: record({
      does: fc.constant('take-offer' as const),
      which,
      travelers,
      paymentType: fc.constantFrom('deposit' as const, 'full' as const),
      way,
    }),
  },
  {
    weight: 4,
    arbitrary: record({
      does: fc.constant('offer-place' as const),
      which,
      position: fc.constantFrom(1, 1, 2, 3),
    }),
  },
  {
    weight: 1,
    arbitrary: record({
      does: fc.constant('take-place-back' as const),
      which,
      by: fc.constantFrom('traveler' as const, 'staff' as const),
      position: fc.constantFrom(1, 1, 2),
    }),
  },
  {
    weight: 2,
    arbitrary: record({
      does: fc.constant('queue' as const),
      which: fc.nat({ max: 11 }),
      act: fc.constantFrom(
        ...(['offer', 'skip', 'resume', 'collect', 'stop-collecting', 'take-off'] as const),
      ),
    }),
  },
)

/** What staff agree with the one who brings others, and whose guest a booking is after all. */
export const leaderStep = fc.oneof(
  {
    weight: 2,
    arbitrary: record({
      does: fc.constant('agree-with-leader' as const),
      seats: fc.constantFrom(0, 1, 2, 3),
      keptDays: fc.constantFrom(1, 20, 60),
      freeEvery: fc.constantFrom(0, 1, 1, 2),
      eachCents: fc.constantFrom(0, 10_000),
    }),
  },
  {
    weight: 2,
    arbitrary: record({ does: fc.constant('correct-leader' as const), which, isTheirs: fc.boolean() }),
  },
  { weight: 1, arbitrary: record({ does: fc.constant('end-leader' as const) }) },
)

/** What the last day of a leader's seats brings, and the moment when all that they are owed is settled. */
export const leadersDay = fc.oneof(
  {
    weight: 1,
    arbitrary: record({
      does: fc.constant('released-while-two-buy' as const),
      seats: fc.constantFrom(1, 2, 3),
      buy: fc.tuple(book, book),
    }),
  },
  { weight: 1, arbitrary: record({ does: fc.constant('rewards-settled' as const) }) },
)

const position = fc.constantFrom(1, 1, 2, 2, 3)
const sharePaid = record({
  position,
  by: fc.constantFrom('own' as const, 'own' as const, 'lead' as const, 'all' as const),
  pays: fc.constantFrom('next' as const, 'balance' as const),
  from,
  agrees: fc.boolean(),
})

/** Each of a party pays their own share, or somebody else pays for one of them. */
const shareStep = fc.oneof(
  { weight: 2, arbitrary: record({ does: fc.constant('each-pays' as const), which, on: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(sharePaid, record({ which, way }))
      .map(([asked, of]) => ({ does: 'pay-share' as const, ...asked, ...of })),
  },
  {
    weight: 1,
    arbitrary: record({ does: fc.constant('link-for-somebody' as const), which, position, amountCents }),
  },
  {
    weight: 2,
    arbitrary: record({
      does: fc.constant('pay-by-link' as const),
      which,
      link: fc.nat({ max: 3 }),
      withdraws: fc.nat({ max: 3 }).map((n) => n === 0),
    }),
  },
)

/** What a person does on a page; also what a killed process was at, and what two do at once. */
export const commandStep = fc.oneof(
  { weight: 4, arbitrary: waitlistStep },
  { weight: 3, arbitrary: book },
  { weight: 1, arbitrary: leaderStep },
  { weight: 2, arbitrary: sell },
  { weight: 3, arbitrary: record({ does: fc.constant('come-back' as const), which }) },
  {
    weight: 3,
    arbitrary: record({
      does: fc.constant('pay-later' as const),
      which,
      pays: fc.constantFrom('next' as const, 'balance' as const, 'part' as const),
      way,
      from,
      isStale: fc.nat({ max: 5 }).map((n) => n === 0),
    }),
  },
  {
    weight: 2,
    arbitrary: record({
      does: fc.constant('by-hand' as const),
      which,
      direction: fc.constantFrom('in' as const, 'out' as const),
      amountCents,
      reason,
    }),
  },
  {
    weight: 3,
    arbitrary: record({
      does: fc.constant('refund' as const),
      which,
      amountCents: fc.oneof(amountCents, fc.constant('whole' as const)),
      reason,
    }),
  },
  { weight: 1, arbitrary: cancelStep },
  { weight: 2, arbitrary: record({ does: fc.constant('reinstate' as const), which }) },
  {
    weight: 1,
    arbitrary: record({
      does: fc.constant('hold-longer' as const),
      which,
      days: fc.constantFrom(0, 3, 20, 60, 110),
    }),
  },
  { weight: 2, arbitrary: record({ does: fc.constant('write-off' as const), which }) },
  {
    weight: 4,
    arbitrary: record({
      does: fc.constant('agree-to-autopay' as const),
      which,
      position,
      card: fc.constantFrom(
        'pm_card_visa' as const,
        'pm_card_visa' as const,
        'pm_card_chargeCustomerFail' as const,
      ),
    }),
  },
  { weight: 1, arbitrary: record({ does: fc.constant('stop-autopay' as const), which }) },
  { weight: 3, arbitrary: shareStep },
  {
    weight: 1,
    arbitrary: record({
      does: fc.constant('postpone-installment' as const),
      which,
      days: fc.constantFrom(1, 14, 90),
    }),
  },
  { weight: 3, arbitrary: record({ does: fc.constant('spread' as const), which, days: spreadDays }) },
  {
    weight: 2,
    arbitrary: record({
      does: fc.constant('join' as const),
      which,
      roomType: fc.constantFrom('double' as const, 'single' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: record({
      does: fc.constant('swap-rooms' as const),
      which,
      positions: fc.constantFrom<[number, number]>([1, 2], [2, 3], [3, 1]),
    }),
  },
  {
    weight: 3,
    arbitrary: record({
      does: fc.constant('change-room' as const),
      which,
      position: fc.constantFrom(1, 1, 2, 3),
      price: movePrice,
    }),
  },
  {
    weight: 3,
    arbitrary: record({
      does: fc.constant('reprice' as const),
      which,
      direction: fc.constantFrom('discount' as const, 'discount' as const, 'surcharge' as const),
      amountCents: fc.constantFrom(1, 4_955, 10_000, 45_000, 199_980, 399_970, 450_000),
      percent: fc.boolean(),
      position: fc.constantFrom(null, null, 1, 2),
    }),
  },
  { weight: 2, arbitrary: record({ does: fc.constant('undo-reprice' as const), which }) },
  { weight: 3, arbitrary: record({ does: fc.constant('move' as const), which, price: movePrice }) },
  {
    weight: 2,
    arbitrary: record({ does: fc.constant('leave' as const), which, position: fc.constantFrom(2, 2, 3) }),
  },
  {
    weight: 2,
    arbitrary: record({
      does: fc.constant('change-lead' as const),
      which,
      position: fc.constantFrom(1, 1, 2, 3),
    }),
  },
  {
    weight: 1,
    arbitrary: record({
      does: fc.constant('stuck-refund' as const),
      which,
      how: fc.constantFrom('drop' as const, 'try-again' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: record({ does: fc.constant('answer-for-refund' as const), which, wasIt: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: record({
      does: fc.constant('remind' as const),
      which,
      number: fc.integer({ min: 1, max: INSTALLMENTS_AT_MOST }),
      daysUntilDue: fc.constantFrom(0, 3, 7, 30),
    }),
  },
  { weight: 1, arbitrary: record({ does: fc.constant('guarantee' as const), departs }) },
  { weight: 1, arbitrary: record({ does: fc.constant('call-off' as const), departs }) },
  {
    weight: 1,
    arbitrary: record({
      does: fc.constant('postpone' as const),
      departs,
      days: fc.constantFrom(0, 14, 28, 90),
    }),
  },
  {
    weight: 3,
    arbitrary: record({
      does: fc.constant('choose' as const),
      which,
      choice: fc.constantFrom('refund' as const, 'move' as const, 'stays' as const),
    }),
  },
  { weight: 1, arbitrary: record({ does: fc.constant('carry-out-choices' as const) }) },
  {
    weight: 3,
    arbitrary: record({
      does: fc.constant('ask-staff' as const),
      which,
      kind: fc.constantFrom(
        ...(['cancel', 'cancel', 'leave', 'change', 'move', 'pay-later', 'join'] as const),
      ),
    }),
  },
  { weight: 1, arbitrary: record({ does: fc.constant('take-request-back' as const), which }) },
  {
    weight: 1,
    arbitrary: record({
      does: fc.constant('answer-request' as const),
      which,
      as: fc.constantFrom('answered' as const, 'declined' as const),
    }),
  },
  { weight: 1, arbitrary: watcher },
  { weight: 1, arbitrary: record({ does: fc.constant('stop-watching' as const), which }) },
  { weight: 1, arbitrary: record({ does: fc.constant('tell-watchers' as const) }) },
  { weight: 2, arbitrary: letter },
  { weight: 2, arbitrary: record({ does: fc.constant('reconcile' as const) }) },
  { weight: 1, arbitrary: record({ does: fc.constant('end-holds' as const) }) },
  { weight: 1, arbitrary: record({ does: fc.constant('send-mail' as const) }) },
)

export type CommandStep = Of<typeof commandStep>

/** Staff change the seats of the first departure. */
export const seatsStep = record({
  does: fc.constant('change-seats' as const),
  seats: fc.integer({ min: 3, max: 12 }),
})

/** What the world does by itself, and what mostly goes well. */
export const worldStep = fc.oneof(
  { weight: 5, arbitrary: record({ does: fc.constant('books-and-pays' as const), asks: book }) },
  {
    weight: 4,
    arbitrary: record({
      does: fc.constant('sold-by-hand' as const),
      asks: sell,
      paid: fc.constantFrom('link' as const, 'hosted' as const, 'check' as const, 'lapse' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: record({
      does: fc.constant('party-left' as const),
      which,
      before: fc.uniqueArray(
        fc.constantFrom('pay', 'discount', 'surcharge', 'join', 'room', 'goodwill', 'write-off'),
        {
          maxLength: 4,
        },
      ),
      percent: fc.constantFrom(1, 10, 50, 90),
      position: fc.constantFrom(null, null, 1, 2),
      leaves: fc.constantFrom(2, 2, 3),
    }),
  },
  {
    weight: 2,
    arbitrary: record({ does: fc.constant('written-off-and-paid' as const), which, amountCents }),
  },
  {
    weight: 4,
    arbitrary: record({
      does: fc.constant('pays-later' as const),
      which,
      pays: fc.constantFrom('next' as const, 'balance' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: record({
      does: fc.constant('paid-from-bank' as const),
      which,
      percent: fc.constantFrom('' as const, '1' as const, '1' as const, '2.5' as const),
      pays: fc.constantFrom('next' as const, 'balance' as const, 'part' as const),
      way,
      comes: fc.constantFrom(...(['later', 'at-once', 'at-once', 'never', 'and-bounces'] as const)),
    }),
  },
  {
    weight: 4,
    arbitrary: record({
      does: fc.constant('shares-paid' as const),
      which,
      shares: fc.array(sharePaid, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: record({ does: fc.constant('paid-by-somebody' as const), which, position, amountCents }),
  },
  {
    weight: 6,
    arbitrary: record({
      does: fc.constant('charge' as const),
      which,
      card: fc.constantFrom('4242424242424242', '4242424242424242', '4242424242424242', '4000000000000002'),
    }),
  },
  {
    weight: 3,
    arbitrary: record({ does: fc.constant('bank-days' as const), days: fc.constantFrom(1, 2, 4, 5) }),
  },
  {
    weight: 2,
    arbitrary: record({
      does: fc.constant('move-clock' as const),
      hours: fc.constantFrom(1, 2, 12, 24, 72, 480),
    }),
  },
  {
    weight: 1,
    arbitrary: record({
      does: fc.constant('refund-in-dashboard' as const),
      which,
      amountCents: fc.oneof(amountCents, fc.constant('whole' as const)),
    }),
  },
  { weight: 2, arbitrary: record({ does: fc.constant('leaver-and-stuck-refund' as const), which, ways }) },
  { weight: 1, arbitrary: record({ does: fc.constant('refund-fails' as const), which }) },
  {
    weight: 2,
    arbitrary: record({
      does: fc.constant('gone-before-the-letter' as const),
      which,
      asks: letter,
      goes: fc.constantFrom('cancel' as const, 'leave' as const, 'move' as const, 'change-lead' as const),
    }),
  },
  { weight: 3, arbitrary: record({ does: fc.constant('there-and-back' as const), which, price: movePrice }) },
  {
    weight: 3,
    arbitrary: record({
      does: fc.constant('room-and-undone' as const),
      which,
      position: fc.constantFrom(1, 2, 3),
    }),
  },
  {
    weight: 2,
    arbitrary: record({ does: fc.constant('open-dispute' as const), which, isInquiry: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: record({
      does: fc.constant('close-dispute' as const),
      which,
      as: fc.constantFrom('won' as const, 'lost' as const, 'lost' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: record({
      does: fc.constant('dispute-unheard' as const),
      which,
      as: fc.constantFrom('open' as const, 'won' as const, 'lost' as const, 'lost' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: record({
      does: fc.constant('undone-around-changes' as const),
      which,
      cause: fc.constantFrom('goodwill' as const, 'dispute' as const),
      changes: fc.array(fc.constantFrom('join' as const, 'leave-second' as const, 'leave-third' as const), {
        minLength: 1,
        maxLength: 4,
      }),
    }),
  },
  {
    weight: 2,
    arbitrary: record({
      does: fc.constant('faults' as const),
      lost: fc.boolean(),
      doubled: fc.boolean(),
      shuffled: fc.boolean(),
      mail: fc.constantFrom('works', 'works', 'refuses', 'off'),
    }),
  },
  { weight: 1, arbitrary: record({ does: fc.constant('all-is-well' as const) }) },
  { weight: 1, arbitrary: record({ does: fc.constant('a-day-of-keys' as const) }) },
  {
    weight: 1,
    arbitrary: record({
      does: fc.constant('move-dates' as const),
      startsOn: fc.constantFrom('2025-10-16', '2025-10-16', '2025-07-01', '2025-08-20', '2025-12-01'),
    }),
  },
  { weight: 1, arbitrary: record({ does: fc.constant('tell-dates' as const) }) },
  {
    weight: 2,
    arbitrary: record({
      does: fc.constant('minimum' as const),
      departs,
      travelers: fc.constantFrom(0, 2, 3),
    }),
  },
  {
    weight: 2,
    arbitrary: record({
      does: fc.constant('called-off-and-chosen' as const),
      departs,
      choices: fc.array(
        fc.constantFrom('refund' as const, 'move' as const, 'stays' as const, 'none' as const),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: record({
      does: fc.constant('postponed-and-chosen' as const),
      departs,
      which,
      isDisputed: fc.boolean(),
      choice: fc.constantFrom('refund' as const, 'refund' as const, 'stays' as const),
      asksBefore: fc.boolean(),
      goesOn: fc.array(
        fc.constantFrom(
          ...(['remind', 'pay', 'spread', 'join', 'move', 'cancel', 'reinstate', 'by-hand'] as const),
        ),
        { minLength: 1, maxLength: 5 },
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: record({
      does: fc.constant('watched-and-changed' as const),
      asks: fc.array(watcher, { minLength: 1, maxLength: 4 }),
      /** Whether they are told that it opens before it changes. */
      opens: fc.boolean(),
      departs,
      change: fc.constantFrom('call-off' as const, 'postpone' as const, 'none' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: record({
      does: fc.constant('sales' as const),
      sales: fc.constantFrom('open' as const, 'open' as const, 'closed' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: record({ does: fc.constant('hide' as const), isPrivate: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: record({
      does: fc.constant('price' as const),
      doubleCents: fc.constantFrom(450_000, 480_000),
    }),
  },
  {
    weight: 2,
    arbitrary: record({
      does: fc.constant('while-stripe-is-down' as const),
      way: fc.constantFrom('refuses' as const, 'drops' as const, 'loses-answers' as const),
      command: commandStep,
    }),
  },
  {
    weight: 1,
    arbitrary: record({
      does: fc.constant('killed-during' as const),
      command: commandStep,
      requests: fc.nat({ max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: record({ does: fc.constant('two-at-once' as const), one: commandStep, other: commandStep }),
  },
  { weight: 1, arbitrary: record({ does: fc.constant('two-at-once' as const), one: coded, other: coded }) },
  { weight: 1, arbitrary: leadersDay },
)

export const steps = fc.array(
  fc.oneof({ weight: 3, arbitrary: commandStep }, { weight: 3, arbitrary: worldStep }),
  {
    minLength: 5,
    maxLength: 40,
    size: 'max',
  },
)

/** What a step does, and the commands in it that Stripe fails, a power cut ends or another crosses. */
export const doesOf = (step: object): string[] =>
  Object.entries(step).flatMap(([key, value]) => {
    if (key === 'does') return [String(value)]
    return typeof value === 'object' && value !== null ? doesOf(value) : []
  })
