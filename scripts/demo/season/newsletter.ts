import { randomUUID } from 'node:crypto'
import { desc, eq, isNull } from 'drizzle-orm'
import { sendDueMail } from '#app/mail/send-mail.server'
import { addSubscribers } from '#app/people/add-subscribers.server'
import { confirmSubscription, subscribe, unsubscribe } from '#app/people/subscribers.server'
import { now } from '#app/platform/clock.server'
import { addDays, type Day, daysFrom } from '#app/platform/days'
import { asOfNow } from '#app/server/schedule/move-clock.server'
import type { Staff } from '#app/staff/sessions.server'
import type { BroadcastText } from '#app/tours/broadcast-form'
import { broadcastWith, copyBroadcast, draftBroadcast } from '#app/tours/broadcasts.server'
import { nextDepartureInLetter } from '#app/tours/next-departure-letter.server'
import { postBroadcasts } from '#app/travelers/post-broadcasts.server'
import { scheduleBroadcast, sendNow } from '#app/travelers/send-broadcasts.server'
import { db } from '#db/connection.server'
import { broadcasts } from '#db/schema/broadcasts'
import { newsletterSubscriptions as subscriptions } from '#db/schema/people'
import { FIRST_JOURNEY } from '#db/seed/tour'
import { chance } from '#scripts/chance'
import { at, done, type Entry } from './diary'

const FIRST: Day = '2024-11-04'
const LAST: Day = '2025-05-31'
const BY_FORM = 92
const FROM_THE_FAIR = 28

const FIRST_NAMES =
  'Amina Brian Carol Daniel Edna Felix Gina Hassan Ivy Joel Karen Leah Moses Nia Oscar Pauline Quincy Rose Sam Tabitha'.split(
    ' ',
  )
const LAST_NAMES =
  'Adams Barasa Cole Diaz Ekai Foster Gathoni Hughes Ireri Jones Kamande Lewis Maina Nash Omondi Price'.split(
    ' ',
  )

const addressOf = (place: number): string =>
  `${FIRST_NAMES[place % FIRST_NAMES.length]}.${LAST_NAMES[(place * 7 + Math.floor(place / 16)) % LAST_NAMES.length]}${place}@example.com`.toLowerCase()

const JOURNEY = `https://savannasoul.example/${FIRST_JOURNEY.path}`

const LETTERS = {
  february: {
    on: '2025-03-05',
    subject: 'Home from the February journey: what the lions thought of the steel guitar',
    body: [
      '![Flamingos on Lake Nakuru](/pictures/nakuru-flamingos)',
      'Dear friends,',
      'Ten of you came home from Kenya last week with red dust in their boots. We have collected what they told us:',
      '- **The concert at the lodge in Amboseli** was heard by about forty elephants. None left early.\n- **Denise from Austin** has played the nyatiti. Her neighbors will hear about it.\n- **Lake Nakuru** was under rain, so the flamingos came to us.',
      'The October journey, **October 16 to 27, 2025**, is on sale. Two installments, a deposit of $500, and a seat beside the window for everyone.',
      `[See the October journey](${JOURNEY})`,
      'Karibu sana,\nthe people of Savanna Soul',
    ].join('\n\n'),
  },
  october: {
    on: '2025-05-08',
    subject: 'October: more time to pay, and a second evening on the coast',
    body: [
      '![A dhow off Diani](/pictures/diani-dhow)',
      'Dear friends,',
      'Many of you asked for more time, so the first installment of the October journey is now due on **August 15**.',
      'What is new in the program: a second evening in Diani with the taarab orchestra, because the first one ended at three in the morning in February and nobody wanted to leave.',
      'Early birds who book by August 1 get a surprise that we are not allowed to describe.',
      `[Book a place](${JOURNEY})`,
      'Asante,\nthe people of Savanna Soul',
    ].join('\n\n'),
  },
  june: {
    on: '2025-05-31',
    leaves: '2025-06-12',
    subject: 'The herds are at the river, {{firstName}}',
    body: [
      '![The balloon over the Mara](/pictures/mara-balloon)',
      'Dear {{firstName}},',
      'The first wildebeest have crossed the Sand River, two weeks before anyone expected them. Kiprono counted until he ran out of fingers, and then of friends.',
      `There are places on the October journey. [See the days](${JOURNEY})`,
      'Karibu sana,\nthe people of Savanna Soul',
    ].join('\n\n'),
  },
  draft: {
    on: '2025-05-30',
    subject: 'Twende Home: three families, three villages, one long table',
    body: [
      'Dear friends,',
      'In August three families who live in Dallas, Leeds and Toronto will sit down at one table in Kericho. We asked them what they are afraid of and what they look forward to.',
      '*(Njeri: pictures from the Chebet family, and their permission.)*',
    ].join('\n\n'),
  },
}

/** 120 people who want letters, most by the form; two campaigns that went out, one scheduled, and drafts. */
export function newsletter(staff: () => Staff): Entry[] {
  const length = daysFrom(FIRST, LAST)
  const byForm = Array.from({ length: BY_FORM }, (_, place): Entry[] => {
    const email = addressOf(place)
    // More of them the nearer summer comes.
    const joinsAt = at(addDays(FIRST, Math.floor(length * Math.sqrt(place / BY_FORM))), 8 + chance() * 12)
    const confirms = chance() < 0.95 || joinsAt < at('2025-05-01', 0)
    const leaves = chance() < 0.05
    return [
      {
        at: joinsAt,
        command: () => {
          done(subscribe({ email }, now()))
          if (confirms)
            confirmSubscription(tokenOf(email, 'confirmToken'), nextDepartureInLetter(now()), now())
        },
      },
      ...(leaves
        ? [{ at: at(LETTERS.october.on, 18 + chance()), command: () => leave(email, joinsAt) }]
        : []),
    ]
  }).flat()
  const fair = Array.from({ length: FROM_THE_FAIR }, (_, place) => addressOf(BY_FORM + place)).join('\n')
  return [
    ...byForm,
    { at: at('2025-03-01', 18), command: () => addSubscribers(fair, staff(), now()) },
    ...[LETTERS.february, LETTERS.october].map(({ on, subject, body }) => ({
      at: at(on, 11),
      command: () => send({ subject, body }, staff()),
    })),
    { at: at(LETTERS.draft.on, 16), command: () => draft(LETTERS.draft, staff()) },
    { at: at(LETTERS.june.on, 17), command: () => planned(staff()) },
  ]
}

type Words = Pick<BroadcastText, 'subject' | 'body'>

function draft({ subject, body }: Words, staff: Staff, more: Partial<BroadcastText> = {}) {
  const text: BroadcastText = {
    ...{ subject, body, audience: { who: 'subscribers', ids: [] }, addressees: 'travelers', isUrgent: false },
    ...{ timing: 'by-hand', sendOn: null, days: null, sendMinute: 540, ...more },
  }
  return done(draftBroadcast(null, text, randomUUID(), staff, now())).broadcast
}

/** June's letter is planned, and copied for July. */
function planned(staff: Staff): void {
  const june = draft(LETTERS.june, staff, { timing: 'on-day', sendOn: LETTERS.june.leaves, sendMinute: 600 })
  done(scheduleBroadcast(june, staff, now()))
  done(copyBroadcast(june.id, randomUUID(), staff, now()))
}

async function send(text: Words, staff: Staff): Promise<void> {
  const { id, version } = draft(text, staff)
  done(sendNow({ id, version, shown: '' }, staff, now()))
  while (broadcastWith(id)?.state === 'sending') {
    postBroadcasts(now())
    await sendDueMail(now, { beforeSending: asOfNow })
  }
}

/** By the link of the last campaign, if they had it. */
function leave(email: string, joinedAt: Date): void {
  if (joinedAt > at(LETTERS.october.on, 11)) return
  const [campaign] = db
    .select({ id: broadcasts.id })
    .from(broadcasts)
    .where(isNull(broadcasts.departureId))
    .orderBy(desc(broadcasts.sentAt))
    .limit(1)
    .all()
  unsubscribe(tokenOf(email, 'unsubscribeToken'), now(), campaign?.id)
}

function tokenOf(email: string, kind: 'confirmToken' | 'unsubscribeToken'): string {
  return db.select().from(subscriptions).where(eq(subscriptions.email, email)).get()?.[kind] ?? ''
}
