import type { Traveler } from '#app/bookings/checkout-form'
import type { RequestAnswer } from '#app/bookings/guest-request-letters.server'
import type { GuestRequest } from '#app/bookings/guest-requests.server'
import type { PriceWish } from '#app/money/changes/money-forms'
import type { Day } from '#app/platform/days'
import { centsOf } from '#app/platform/money'

/** What a guest, or staff for one, does after booking. */
export type Later =
  | { on: Day; does: 'pays the next installment' | 'pays the rest' | 'cancels' }
  | { on: Day; does: 'is declined, then pays the next installment' }
  /** The rest is charged by itself; or Stripe declines that, once. */
  | { on: Day; does: 'pays the next installment, and agrees to the rest' | 'is declined next' }
  /** A companion, whose share is charged by itself: it has notices of its own. */
  | { on: Day; does: 'has a lost card'; position: number }
  | { on: Day; does: 'pays from a bank account' | 'pays from a closed account' | 'hears of the bank' }
  /** By links: each of the party their own share, and somebody else so much of the lead traveler's. */
  | { on: Day; does: 'lets each pay' }
  | { on: Day; does: 'gives an address'; position: number; email: string }
  | { on: Day; does: 'has a share paid'; position: number; agrees?: true }
  | { on: Day; does: 'is helped'; by: string; dollars: number }
  | { on: Day; does: 'pays by wire' | 'is sent a link'; dollars: number }
  | { on: Day; does: 'pays by check'; dollars: number; receivedOn: Day; note: string }
  | { on: Day; does: 'is given back'; dollars: number; note: string }
  | { on: Day; does: 'disputes the deposit' | 'loses the dispute' }
  | { on: Day; does: 'has an installment postponed'; number: number; dueOn: Day; note: string }
  | { on: Day; does: 'is spread'; days: Day[]; note: string }
  | { on: Day; does: 'is held longer'; heldUntil: Day; note: string }
  | { on: Day; does: 'is canceled for non-payment' }
  | { on: Day; does: 'is written off'; reason: string }
  | { on: Day; does: 'is noted'; note: string; dueOn?: Day }
  | { on: Day; does: 'has it done' }
  | ({ on: Day; does: 'asks staff' } & GuestRequest)
  | { on: Day; does: 'takes it back' }
  | { on: Day; does: 'is answered'; answer: RequestAnswer }
  | { on: Day; does: 'gets a new price'; change: Pick<PriceWish, 'direction' | 'amount' | 'words'> }
  | { on: Day; does: 'has the new price undone' }
  /** Those of February to October. */
  | { on: Day; does: 'is moved to October' }
  | { on: Day; does: 'is reinstated' }
  | { on: Day; does: 'is joined'; by: string }
  | { on: Day; does: 'gets another room'; position: number }
  | { on: Day; does: 'has two rooms swapped'; positions: [number, number] }
  /** Another address for the lead traveler; with the name of a companion, who leads from then on. */
  | { on: Day; does: 'changes contact'; contact: Partial<Traveler> }
  | { on: Day; does: 'goes without'; position: number; note: string }

export type Guest = {
  name: string
  email: string
  phone?: string
  home: [city: string, state: string, zip: string, country?: string]
  books: Day
  room: 'double' | 'single'
  /** How many travel together; one where it is left out. */
  party?: number
  /** How many of them have a single room beside the others' doubles. */
  singles?: number
  pays: 'deposit' | 'full'
  /** A discount code, as it is typed at checkout. */
  code?: string
  /** Staff book for them, and hold the seats until that day; another price has its reason. */
  heldUntil?: Day
  price?: { dollars: number; words: string }
  /** On Stripe's own page, as without scripts. */
  hosted?: true
  /** The card is declined, the seat is given back half an hour later, and a day later a letter says so. */
  givesUp?: true
  later?: Later[]
}

/** The code that staff make for the singers from Austin. */
export const CHOIR = 'CHOIR2025'

/** Those of the journey in February 2025: traveled, and settled. */
export const FEBRUARY_GUESTS: Guest[] = [
  {
    name: 'Denise Whitfield',
    email: 'denise.whitfield@example.com',
    phone: '+1 512 555 0142',
    home: ['Austin', 'Texas', '78704'],
    books: '2024-09-14',
    room: 'double',
    party: 3,
    pays: 'deposit',
    later: [
      { on: '2024-10-01', does: 'goes without', position: 3, note: 'Has an exam in February' },
      { on: '2024-12-11', does: 'pays the next installment, and agrees to the rest' },
    ],
  },
  {
    name: 'Wanjiku Mbugua',
    email: 'wanjiku.mbugua@example.com',
    phone: '+1 469 555 0117',
    home: ['Dallas', 'Texas', '75231'],
    books: '2024-09-29',
    room: 'double',
    pays: 'full',
    later: [
      { on: '2024-10-15', does: 'is joined', by: 'Nyokabi Mbugua' },
      { on: '2024-10-21', does: 'pays the rest' },
      {
        on: '2024-11-05',
        does: 'changes contact',
        contact: { name: 'Nyokabi Mbugua', email: 'nyokabi.mbugua@example.com', phone: '+1 469 555 0121' },
      },
    ],
  },
  {
    name: 'Harold Benson',
    email: 'harold.benson@example.com',
    home: ['Tulsa', 'Oklahoma', '74105'],
    books: '2024-10-06',
    room: 'single',
    pays: 'deposit',
    hosted: true,
    later: [
      { on: '2024-11-18', does: 'changes contact', contact: { email: 'harold@benson.example' } },
      { on: '2024-12-13', does: 'pays the next installment, and agrees to the rest' },
      { on: '2025-01-10', does: 'is declined next' },
    ],
  },
  {
    name: 'Otieno Ochieng',
    email: 'otieno.ochieng@example.com',
    phone: '+1 651 555 0188',
    home: ['Saint Paul', 'Minnesota', '55104'],
    books: '2024-10-13',
    room: 'double',
    pays: 'deposit',
    later: [{ on: '2024-12-02', does: 'pays the rest' }],
  },
  {
    name: 'Carol Ann Pruitt',
    email: 'carolann.pruitt@example.com',
    home: ['Lubbock', 'Texas', '79410'],
    books: '2024-10-21',
    room: 'double',
    pays: 'deposit',
    later: [{ on: '2024-11-09', does: 'cancels' }],
  },
  {
    name: 'Ruth Nyambura Gitau',
    email: 'ruth.gitau@example.com',
    phone: '+44 20 7946 0958',
    home: ['London', 'Greater London', 'SE15 4QL', 'United Kingdom'],
    books: '2024-10-27',
    room: 'single',
    pays: 'deposit',
    later: [
      { on: '2024-12-12', does: 'pays the next installment' },
      { on: '2025-01-08', does: 'pays by wire', dollars: 3_000 },
    ],
  },
  {
    name: 'Travis McAllister',
    email: 'travis.mcallister@example.com',
    home: ['Fort Worth', 'Texas', '76107'],
    books: '2024-11-03',
    room: 'double',
    pays: 'deposit',
    later: [
      { on: '2024-12-15', does: 'is declined, then pays the next installment' },
      { on: '2025-03-20', does: 'is written off', reason: 'Has lost his work, and cannot be reached' },
      { on: '2025-05-14', does: 'pays by wire', dollars: 500 },
    ],
  },
  {
    name: 'Beatrice Langat',
    email: 'beatrice.langat@example.com',
    home: ['Seattle', 'Washington', '98118'],
    books: '2024-11-17',
    room: 'double',
    pays: 'full',
    later: [
      { on: '2024-12-20', does: 'cancels' },
      { on: '2024-12-27', does: 'is reinstated' },
      { on: '2025-01-10', does: 'pays the rest' },
      {
        on: '2025-02-27',
        does: 'is given back',
        dollars: 150,
        note: 'The drive to Lake Nakuru was cut short by rain',
      },
    ],
  },
  {
    name: 'Gloria Espinoza',
    email: 'gloria.espinoza@example.com',
    phone: '+1 210 555 0164',
    home: ['San Antonio', 'Texas', '78212'],
    books: '2024-11-24',
    room: 'double',
    pays: 'deposit',
    givesUp: true,
  },
  {
    name: 'Gloria Espinoza',
    email: 'gloria.espinoza@example.com',
    phone: '+1 210 555 0164',
    home: ['San Antonio', 'Texas', '78212'],
    books: '2024-11-26',
    room: 'double',
    pays: 'deposit',
    later: [
      {
        ...{ on: '2024-12-11', does: 'has an installment postponed', number: 1, dueOn: '2024-12-20' },
        note: 'Is paid on the 20th',
      },
      { on: '2025-01-07', does: 'is canceled for non-payment' },
    ],
  },
  {
    name: 'Dale Hutchins',
    email: 'dale.hutchins@example.com',
    home: ['Nashville', 'Tennessee', '37206'],
    books: '2024-12-08',
    room: 'single',
    pays: 'full',
    later: [{ on: '2025-01-15', does: 'is moved to October' }],
  },
]

/**
 * Those who have booked the journey in October 2025 by the first of June; what they do later is lived by a
 * later clock.
 */
export const OCTOBER_GUESTS: Guest[] = [
  {
    name: 'Achieng Odhiambo',
    email: 'achieng.odhiambo@example.com',
    phone: '+1 713 555 0129',
    home: ['Houston', 'Texas', '77004'],
    books: '2025-02-03',
    room: 'double',
    pays: 'deposit',
    later: [
      { on: '2025-05-13', does: 'pays from a bank account' },
      { on: '2025-05-17', does: 'hears of the bank' },
      // On its way while the demo begins.
      { on: '2025-05-30', does: 'pays from a bank account' },
      { on: '2025-06-03', does: 'hears of the bank' },
    ],
  },
  {
    name: 'Robert Kilgore',
    email: 'robert.kilgore@example.com',
    home: ['Denver', 'Colorado', '80206'],
    books: '2025-02-21',
    room: 'double',
    pays: 'deposit',
    later: [
      {
        on: '2025-02-24',
        does: 'is noted',
        note: 'Traveled with us in 2019. Plays the banjo, and may bring it.',
      },
      { on: '2025-05-20', does: 'is noted', note: 'Call Robert about the installment', dueOn: '2025-05-23' },
      { on: '2025-05-23', does: 'has it done' },
      {
        on: '2025-05-24',
        does: 'is noted',
        note: 'Call Robert again: has the new card come?',
        dueOn: '2025-05-30',
      },
      {
        on: '2025-05-21',
        does: 'gets a new price',
        change: {
          direction: 'surcharge',
          amount: { cents: centsOf(180) },
          words: 'A night in Nairobi before',
        },
      },
      { on: '2025-05-27', does: 'has the new price undone' },
      { on: '2025-06-05', does: 'pays the next installment' },
      { on: '2025-09-15', does: 'pays the next installment' },
    ],
  },
  {
    name: 'Linda Marsh',
    email: 'linda.marsh@example.com',
    home: ['Charlotte', 'North Carolina', '28203'],
    books: '2025-04-04',
    room: 'single',
    pays: 'full',
  },
  {
    name: 'Peter Njoroge',
    email: 'peter.njoroge@example.com',
    phone: '+1 206 555 0175',
    home: ['Tacoma', 'Washington', '98402'],
    books: '2025-04-19',
    room: 'double',
    party: 2,
    pays: 'deposit',
    later: [
      {
        on: '2025-05-20',
        does: 'gets a new price',
        change: { direction: 'discount', amount: { percent: 10 }, words: 'Choir discount' },
      },
      {
        ...{ on: '2025-05-22', does: 'is spread', days: ['2025-07-15', '2025-08-15', '2025-09-15'] },
        note: 'Would like three payments',
      },
      { on: '2025-05-23', does: 'lets each pay' },
      { on: '2025-05-23', does: 'gives an address', position: 2, email: 'mary.njoroge@example.com' },
      { on: '2025-05-24', does: 'has a share paid', position: 2, agrees: true },
      { on: '2025-05-25', does: 'is helped', by: 'Aunt Rose', dollars: 400 },
      { on: '2025-07-11', does: 'pays the next installment' },
      { on: '2025-07-14', does: 'has a lost card', position: 2 },
      { on: '2025-08-02', does: 'has a share paid', position: 2 },
      { on: '2025-05-26', does: 'gets another room', position: 2 },
      { on: '2025-05-27', does: 'has two rooms swapped', positions: [1, 2] },
      {
        on: '2025-05-28',
        ...{ does: 'asks staff', kind: 'change' },
        message: 'Could we arrive a day early, and stay with the group’s hotel?',
      },
      {
        on: '2025-05-29',
        does: 'is answered',
        answer: {
          as: 'declined',
          words:
            'The hotel has no rooms on the night before. Its sister house across the road has, and we can book you in there.',
        },
      },
      { on: '2025-08-13', does: 'pays the next installment' },
      { on: '2025-09-12', does: 'pays the next installment' },
    ],
  },
  {
    name: 'Cheryl Baptiste',
    email: 'cheryl.baptiste@example.com',
    home: ['New Orleans', 'Louisiana', '70119'],
    books: '2025-04-27',
    room: 'double',
    pays: 'deposit',
    later: [{ on: '2025-05-10', does: 'cancels' }],
  },
  {
    name: 'James Holloway',
    email: 'james.holloway@example.com',
    home: ['Phoenix', 'Arizona', '85016'],
    books: '2025-05-03',
    room: 'double',
    pays: 'full',
    code: 'choir 2025',
    hosted: true,
  },
  {
    name: 'Grace Wairimu',
    email: 'grace.wairimu@example.com',
    phone: '+1 404 555 0191',
    home: ['Atlanta', 'Georgia', '30307'],
    books: '2025-05-06',
    room: 'double',
    pays: 'deposit',
    code: 'AMANI',
    later: [
      { on: '2025-05-07', does: 'pays from a closed account' },
      { on: '2025-05-11', does: 'hears of the bank' },
      { on: '2025-05-12', does: 'disputes the deposit' },
      { on: '2025-05-26', does: 'loses the dispute' },
      {
        on: '2025-05-27',
        ...{ does: 'asks staff', kind: 'cancel' },
        message: 'I am not sure I can get leave.',
      },
      { on: '2025-05-28', does: 'takes it back' },
      { on: '2025-08-14', does: 'pays the next installment' },
      { on: '2025-09-14', does: 'pays the next installment' },
    ],
  },
  {
    name: 'Thomas Reyes',
    email: 'thomas.reyes@example.com',
    home: ['Albuquerque', 'New Mexico', '87106'],
    books: '2025-05-17',
    room: 'single',
    pays: 'deposit',
    code: 'AMANI',
    later: [
      { on: '2025-05-26', does: 'is sent a link', dollars: 1_000 },
      {
        on: '2025-05-30',
        ...{ does: 'asks staff', kind: 'pay-later' },
        message: 'My pay comes on the 29th. May I pay the first installment that day?',
      },
      { on: '2025-08-12', does: 'pays the next installment' },
      { on: '2025-09-10', does: 'pays the next installment' },
    ],
  },
  {
    name: 'Naomi Fields',
    email: 'naomi.fields@example.com',
    phone: '+1 312 555 0153',
    home: ['Chicago', 'Illinois', '60615'],
    books: '2025-05-24',
    room: 'double',
    pays: 'deposit',
    code: CHOIR,
    later: [{ on: '2025-05-29', does: 'pays the rest' }],
  },
  {
    name: 'Ruth Nyambura',
    email: 'ruth.nyambura@example.com',
    phone: '+1 913 555 0148',
    home: ['Overland Park', 'Kansas', '66212'],
    books: '2025-05-20',
    room: 'single',
    pays: 'full',
    code: 'AMANI',
    heldUntil: '2025-05-25',
    price: { dollars: 6_200, words: 'Second journey with us' },
    later: [
      {
        ...{ on: '2025-05-23', does: 'is held longer', heldUntil: '2025-05-30' },
        note: 'Her check is in the mail',
      },
      {
        on: '2025-05-27',
        does: 'pays by check',
        dollars: 6_200,
        receivedOn: '2025-05-26',
        note: 'Check 2207, Prairie Bank',
      },
    ],
  },
  {
    name: 'Yvonne Carter',
    email: 'yvonne.carter@example.com',
    phone: '+1 334 555 0165',
    home: ['Montgomery', 'Alabama', '36104'],
    books: '2025-05-28',
    room: 'double',
    party: 2,
    singles: 1,
    pays: 'deposit',
    heldUntil: '2025-05-31',
    later: [{ on: '2025-05-29', does: 'pays the next installment, and agrees to the rest' }],
  },
]

/** Holds a seat while the demo begins. */
export const AT_THE_CHECKOUT: Omit<Guest, 'books' | 'pays'> = {
  name: 'Samuel Mutua',
  email: 'samuel.mutua@example.com',
  home: ['Minneapolis', 'Minnesota', '55407'],
  room: 'double',
}
