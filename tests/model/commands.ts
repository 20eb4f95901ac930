/**
 * What may be asked of the process that runs the site's own functions; plain values, as they travel between
 * two.
 */
export type Commands = {
  reset: { at: number }
  book: {
    guest: number
    roomType: 'double' | 'single'
    /** How many travel, and how many of them in single rooms beside doubles. */
    travelers: number
    singles: number
    paymentType: 'deposit' | 'full'
    way: 'card' | 'hosted'
    browser: number
    /** The number of a departure. */
    departs: number
    /** A discount code of `CODES`, or none. */
    code: string
  }
  sellByHand: {
    guest: number
    roomType: 'double' | 'single'
    travelers: number
    singles: number
    paymentType: 'deposit' | 'full'
    departs: number
    days: number
    /** What the whole party pays instead of today's price, in percent of it. */
    percent: number
  }
  comeBack: { intentId: string }
  comeBackFromHostedPage: { sessionId: string }
  completeReturn: { reference: string; intentId: string }
  payLater: {
    reference: string
    pays: 'next' | 'balance' | 'part'
    way: 'card' | 'hosted'
    from: 'card' | 'bank-account'
    isStale: boolean
  }
  /** What is off for paying from a bank account from now on, in percent; nothing where it is empty. */
  bankDiscount: { percent: '' | '1' | '2.5' }
  byHand: {
    reference: string
    direction: 'in' | 'out'
    amountCents: number
    reason: 'goodwill' | 'owed-again'
  }
  refund: { reference: string; amountCents: number | 'whole'; reason: 'goodwill' | 'owed-again' }
  cancel: { reference: string }
  writeOff: { reference: string }
  join: { reference: string; roomType: 'double' | 'single' }
  swapRooms: { reference: string; positions: [number, number] }
  changeRoom: { reference: string; position: number; price: 'agreed' | 'today' }
  reprice: {
    reference: string
    direction: 'discount' | 'surcharge'
    amountCents: number
    percent: boolean
    position: number | null
  }
  undoReprice: { reference: string }
  /** To the next departure or to that one, at the price that was agreed or at today's. */
  move: { reference: string; price: 'agreed' | 'today'; to?: number }
  reinstate: { reference: string }
  /** Installments, or one's share, are charged from now on; by a card that is good, or declined each time. */
  agreeToAutopay: {
    reference: string
    position: number
    card: 'pm_card_visa' | 'pm_card_chargeCustomerFail'
  }
  stopAutopay: { reference: string }
  /** Each of the party pays their own share from now on, or one pays for everybody again. */
  eachPays: { reference: string; on: boolean }
  /** By a companion's own link, by the lead traveler's for one of them, or for all at once. */
  payShare: {
    reference: string
    position: number
    by: 'own' | 'lead' | 'all'
    pays: 'next' | 'balance'
    way: 'card' | 'hosted'
    from: 'card' | 'bank-account'
    /** And ticks that the rest is charged to the same. */
    agrees: boolean
  }
  linkForSomebody: { reference: string; position: number; amountCents: number }
  payByLink: { reference: string; which: number; withdraws: boolean }
  /** What is wrong with the shares of those who travel. */
  shares: Record<string, never>
  /** Seats held for a guest, until so many days from today. */
  holdLonger: { reference: string; days: number }
  /** The next installment, by this many days. */
  postponeInstallment: { reference: string; days: number }
  /** What is open over days so far from today. */
  spread: { reference: string; days: number[] }
  leave: { reference: string; position: number }
  /** Another address for the lead traveler, or for who becomes it. */
  changeLead: { reference: string; position: number }
  stuckRefund: { reference: string; does: 'drop' | 'try-again' }
  answerForRefund: { reference: string; wasIt: boolean }
  /** As if Stripe had refused what is ordered ten times. */
  refuseRefunds: { reference: string }
  /** Asks for a place on the waitlist, and confirms it by its letter. */
  joinWaitlist: {
    departs: number
    guest: number
    atLeast: number
    more: number
    confirms: boolean
  }
  /** Of the places in the order in which they were asked for. */
  confirmPlace: { which: number }
  leaveWaitlist: { which: number }
  rejoinWaitlist: { which: number }
  waitAsBooked: { reference: string }
  /** Begins to pay in an offer, for as many of its seats. */
  takeOffer: { which: number; travelers: number; paymentType: 'deposit' | 'full'; way: 'card' | 'hosted' }
  offerPlace: { reference: string; position: number }
  takePlaceBack: { reference: string; position: number; by: 'traveler' | 'staff' }
  queue: { which: number; act: 'offer' | 'skip' | 'resume' | 'collect' | 'stop-collecting' | 'take-off' }
  changeSeats: { seats: number }
  /** What anybody can have of each departure. */
  publicSeats: Record<string, never>
  /** What is wrong with the journal. */
  books: Record<string, never>
  remind: { reference: string; number: number; daysUntilDue: number }
  /** To the travelers of a departure: at once, tomorrow, or the day before its first day. */
  writeLetter: {
    departs: number
    who: 'all' | 'owing' | 'details-missing'
    addressees: 'leads' | 'travelers'
    leaves: 'now' | 'tomorrow' | 'day-before'
  }
  moveClock: { hours: number }
  reconcile: Record<string, never>
  endHolds: Record<string, never>
  sendMail: Record<string, never>
  changeTour: { seats: number; doubleCents: number; depositCents: number }
  /** Moves the first departure, eleven days long, to another first day. */
  moveDates: { startsOn: string }
  notifyOfDates: Record<string, never>
  /** A departure needs this many paid travelers, as if from the beginning; 0: it runs anyway. */
  minimum: { departs: number; travelers: number }
  guarantee: { departs: number }
  callOff: { departs: number }
  postpone: { departs: number; days: number }
  /** What a lead traveler chooses after that. */
  choose: { reference: string; choice: 'refund' | 'move' | 'stays' }
  carryOutChoices: Record<string, never>
  sales: { sales: 'open' | 'closed' }
  /** Makes the second departure private, or public again. */
  hide: { isPrivate: boolean }
  /** The moment it is for this process; with `at` it becomes that one first. */
  clock: { at?: number }
  /** On their page a guest asks for something, or takes the oldest request back; staff answer that one. */
  askStaff: { reference: string; kind: 'cancel' | 'leave' | 'change' | 'move' | 'pay-later' | 'join' }
  takeRequestBack: { reference: string }
  answerRequest: { reference: string; as: 'answered' | 'declined' }
  /** Asks to hear of a departure, on its page, and confirms that by the letter. */
  watch: { departs: number; email: string; confirms: boolean }
  stopWatching: { which: number }
  notifyWatchers: Record<string, never>
  /** With a leader, for the first departure: their code is AMANI, their mailbox the first guest's. */
  agreeWithLeader: { seats: number; keptDays: number; freeEvery: number; eachCents: number }
  /** Says whose guest a booking is: the leader's, or no one's. */
  correctLeader: { reference: string; isTheirs: boolean }
  endLeader: Record<string, never>
}

export type Command = { [Name in keyof Commands]: { name: Name; with: Commands[Name] } }[keyof Commands]

/**
 * How a command ended: with its answer, refused by a Stripe that cannot be reached, or by a fault of ours.
 */
export type Done =
  | { id: number; answer: unknown }
  | { id: number; unavailable: string }
  | { id: number; fault: string }

export const SEATS = 4

/** Two of a journey, the second of which may be private; the third is another's, on the days of the first. */
export const DEPARTURES = [1, 2, 3] as const

/** What the codes take off, and how often they can be used, in all and by one person. */
export const CODES = {
  CHOIR: { off: '10%', inAll: 2, each: 1 },
  FRIENDS: { off: '$4,200', inAll: 3, each: 2 },
}
