import { now } from '#app/clock.server'
import { addDays, type Day } from '#app/days'
import { markAnswered, noteContact } from '#app/people/annotate-contact.server'
import type { Interest } from '#app/people/inquiry-fields'
import { receiveInquiry } from '#app/people/receive-inquiry.server'
import type { Staff } from '#app/staff/sessions.server'
import { at, done, type Entry } from './diary'

type Asked = [
  on: Day,
  name: string,
  phone: string,
  interest: Interest,
  message: string,
  /** Days until staff answered; absent where nobody has. */
  answeredAfter?: number,
  note?: string,
]

const ASKED: Asked[] = [
  [
    '2025-03-03',
    'Brenda Collins',
    '+1 512 555 0101',
    'safari',
    'Is the October journey suitable for someone who walks with a cane? I can manage short distances.',
    1,
    'Walks 300 m without rest. Asked Kwame about vehicle steps.',
  ],
  [
    '2025-03-05',
    'Juma Abdalla',
    '+1 614 555 0139',
    'cultural',
    'We would like our children, 9 and 12, to see where their grandmother grew up near Kisumu. What is possible in July?',
    2,
    'Twende Home, two weeks in July. Wants a quote for four.',
  ],
  [
    '2025-03-06',
    'Patricia Nolan',
    '+1 303 555 0120',
    'luxury',
    'Which lodges do you use in the Mara, and do they have air conditioning?',
    1,
  ],
  [
    '2025-03-09',
    'Kevin Mwangi',
    '+1 770 555 0166',
    'custom',
    'Five days in Amboseli and five at the coast in December, two adults. Can you plan that?',
    3,
    'Sent plan A and B on the 12th. Waits for his wife’s leave.',
  ],
  [
    '2025-03-11',
    'Sandra Yates',
    '+1 405 555 0147',
    'safari',
    'Do the prices include the flights from Houston to Nairobi?',
    0,
  ],
  [
    '2025-03-12',
    'Michael Obi',
    '+1 832 555 0102',
    'safari',
    'Can I pay the deposit now and decide about the single room later?',
    1,
  ],
  [
    '2025-03-14',
    'Ellen Strand',
    '+1 612 555 0133',
    'cultural',
    'I teach music. Is there time to meet the musicians on the tour, and to bring instruments for a school?',
    2,
    'The band says yes. Instruments: talk to Mr. Were at the school in Karen.',
  ],
  [
    '2025-03-17',
    'Antony Kariuki',
    '+44 20 7946 0112',
    'custom',
    'My parents have been married for fifty years in August. We are eleven people and want to go home to Nyeri together.',
    1,
    'Eleven people, Aug 9 to 20. Two minibuses. Quote sent.',
  ],
  [
    '2025-03-19',
    'Laura Beck',
    '+1 503 555 0190',
    'luxury',
    'Is a hot air balloon included or can it be booked in addition?',
    1,
  ],
  [
    '2025-03-21',
    'George Hammond',
    '+1 817 555 0144',
    'safari',
    'What vaccinations do you recommend? I am 71 and in good health.',
    2,
  ],
  [
    '2025-03-24',
    'Faith Chebet',
    '+1 253 555 0108',
    'cultural',
    'Do you also organise the return of a family after many years abroad, with ceremonies?',
    1,
    'Called her. Kericho, about twenty relatives. Wants April 2026.',
  ],
  ['2025-03-26', 'Donald Pierce', '+1 918 555 0175', 'safari', 'Can vegetarians eat well on the journey?', 0],
  [
    '2025-03-28',
    'Maria Lopez',
    '+1 210 555 0119',
    'luxury',
    'We are celebrating our anniversary in October and would like a room with a view of the mountain.',
    3,
  ],
  [
    '2025-03-31',
    'Stephen Kiptoo',
    '+1 720 555 0157',
    'custom',
    'Is the Loita Plains walk possible with teenagers?',
    2,
  ],
  [
    '2025-04-02',
    'Rachel Adams',
    '+1 615 555 0138',
    'safari',
    'How large are the groups in the vehicles? I take photographs and need a window seat.',
    1,
    'Six in a vehicle, window for each. Sent pictures of the cars.',
  ],
  [
    '2025-04-04',
    'Njambi Kimani',
    '+1 202 555 0183',
    'cultural',
    'I would like to buy the tour as a gift for my mother. How do I put her name on the booking?',
    1,
  ],
  [
    '2025-04-07',
    'Frank DiMarco',
    '+1 908 555 0126',
    'safari',
    'Are concerts every night? My wife likes to go to bed early.',
    0,
  ],
  [
    '2025-04-09',
    'Deborah Stone',
    '+1 602 555 0161',
    'luxury',
    'What is the weather in the second half of October?',
    1,
  ],
  [
    '2025-04-11',
    'Ali Hassan',
    '+1 416 555 0177',
    'custom',
    'Ten days on the coast with the family during Eid, please: Lamu and Watamu.',
    4,
    'Lamu fully booked until the 14th. Offered Watamu first.',
  ],
  ['2025-04-14', 'Janet Murray', '+1 901 555 0103', 'safari', 'Do you have a list of what to pack?', 1],
  [
    '2025-04-16',
    'Chris Weller',
    '+1 316 555 0114',
    'safari',
    'Can I extend the journey by four days in Zanzibar?',
    2,
    'Yes, from Oct 28. Price on request from the hotel.',
  ],
  [
    '2025-04-21',
    'Mary Atieno',
    '+1 469 555 0150',
    'cultural',
    'Is there a discount for members of our church group? We are fourteen.',
    2,
    'Fourteen: a departure of their own? Discuss on Monday.',
  ],
  [
    '2025-04-23',
    'William Tran',
    '+1 281 555 0195',
    'luxury',
    'Is the wireless network good enough to work for two hours a day?',
    1,
  ],
  [
    '2025-04-25',
    'Olivia Grant',
    '+1 404 555 0182',
    'safari',
    'My passport ends in January 2026. Is that long enough?',
    1,
    'No: six months after return. Told her to renew.',
  ],
  [
    '2025-04-28',
    'David Rotich',
    '+1 913 555 0109',
    'custom',
    'We look for a guide who speaks Kalenjin for my father.',
    3,
  ],
  ['2025-05-01', 'Susan Pratt', '+1 806 555 0171', 'safari', 'Is travel insurance required?', 0],
  [
    '2025-05-03',
    'Hellen Mutiso',
    '+1 857 555 0136',
    'cultural',
    'Could my sister join us for the days in Nairobi only?',
    2,
  ],
  [
    '2025-05-06',
    'Paul Jensen',
    '+1 701 555 0128',
    'safari',
    'How much cash do people usually carry, and in which currency?',
    1,
  ],
  [
    '2025-05-08',
    'Aisha Mohamed',
    '+1 614 555 0184',
    'luxury',
    'Is all the food halal, or can it be arranged?',
    1,
    'All lodges confirmed halal on request.',
  ],
  [
    '2025-05-10',
    'Cheryl Baptiste',
    '+1 504 555 0110',
    'safari',
    'I had to cancel for my mother’s surgery. Thank you for the quick refund. May I come next year?',
    1,
    'Cancelled and refunded. Wants the first letter about 2026.',
  ],
  [
    '2025-05-13',
    'Tom Ellery',
    '+1 360 555 0193',
    'custom',
    'Two photographers, three weeks, mostly before sunrise. Do you plan such journeys?',
    2,
  ],
  [
    '2025-05-15',
    'Nancy Wekesa',
    '+1 971 555 0122',
    'cultural',
    'Please call me about bringing my parents home to Bungoma for a month.',
    1,
  ],
  [
    '2025-05-18',
    'Greg Sanderson',
    '+1 940 555 0107',
    'safari',
    'Which songs does the band play? Any Charley Pride?',
    0,
    'Of course.',
  ],
  [
    '2025-05-20',
    'Irene Okello',
    '+1 587 555 0141',
    'luxury',
    'Honeymoon, ten days, somewhere quiet. What would you suggest?',
    3,
  ],
  [
    '2025-05-23',
    'Robert Kilgore',
    '+1 303 555 0118',
    'safari',
    'My first installment is late because my card was replaced. Can I pay next week?',
    1,
    'Promised to pay by June 6. Has the link.',
  ],
  [
    '2025-05-26',
    'Yvonne Carter',
    '+1 334 555 0165',
    'safari',
    'Are there still places for two friends in a double room?',
    1,
  ],
  [
    '2025-05-28',
    'Simon Ndegwa',
    '+1 763 555 0187',
    'custom',
    'A reunion of our high school class, about twenty people, in December 2026. Where do we begin?',
  ],
  [
    '2025-05-29',
    'Heather Boyd',
    '+1 843 555 0131',
    'safari',
    'Can I bring my own saddle? I would like to ride near Mount Kenya.',
    undefined,
    'Ask the ranch whether it fits their horses.',
  ],
  [
    '2025-05-30',
    'Lucas Meyer',
    '+49 30 5550 0173',
    'luxury',
    'We travel from Berlin and would meet the group in Nairobi. Does that change the price?',
  ],
  [
    '2025-05-31',
    'Esther Muthoni',
    '+1 678 555 0199',
    'cultural',
    'My daughter has never seen Kenya. She is sixteen and sings. Tell me about Twende Home, please.',
  ],
]

/** What came by the contact form in three months, and what staff did with it. */
export function inquiries(staff: (place: number) => Staff): Entry[] {
  return ASKED.flatMap(([on, name, phone, interest, message, answeredAfter, note], place) => {
    const [firstName = '', lastName = ''] = name.split(/ (.*)/)
    const email = `${firstName}.${lastName}@example.com`.toLowerCase().replaceAll(' ', '')
    const hour = 7 + ((place * 11) % 28) / 2
    let id = 0
    const entries: Entry[] = [
      {
        at: at(on, hour),
        deed: () => {
          id = done(receiveInquiry({ firstName, lastName, email, phone, interest, message }, now())).inquiryId
        },
      },
    ]
    const readOn = addDays(on, answeredAfter ?? 1)
    if (note)
      entries.push({
        at: at(readOn, hour + 0.4),
        deed: () => done(noteContact(id, note, '', staff(place), now())),
      })
    if (answeredAfter !== undefined)
      entries.push({
        at: at(readOn, hour + 0.5),
        deed: () => done(markAnswered(id, true, staff(place), now())),
      })
    return entries
  })
}
