import { beforeEach, describe, expect, test } from 'vitest'
import { siteTotals } from '#app/analytics/figures.server'
import { sendDueMail } from '#app/mail/send-mail.server'
import { addSubscribers } from '#app/people/add-subscribers.server'
import {
  confirmSubscription,
  listSubscribers,
  requestByToken,
  subscribe,
  subscriberByToken,
  subscriberTotals,
  unsubscribe,
} from '#app/people/subscribers.server'
import { runDailyJob } from '#app/server/schedule/daily-jobs.server'
import { siteSettings } from '#app/site/settings.server'
import { nextDepartureInLetter } from '#app/tours/next-departure-letter.server'
import { postBroadcasts } from '#app/travelers/post-broadcasts.server'
import { db } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { newsletterSubscriptions } from '#db/schema/people'
import { mailbox } from '#tests/fixtures/environment'
import { minutesAfter, NOON } from '#tests/fixtures/orders'
import { aBegunCampaign, aStaffMember, nobodySubscribed } from '#tests/people/campaigns/a-list'

beforeEach(() => {
  nobodySubscribed()
  mailbox.clear()
})

const subscriptions = () => db.select().from(newsletterSubscriptions).all()
const tokenOf = (email = 'wanjiru@example.com') =>
  subscriptions().find((subscription) => subscription.email === email)?.unsubscribeToken ?? ''

const EMAIL = 'wanjiru@example.com'
const DAY = 24 * 60
const confirmToken = (email = EMAIL) =>
  subscriptions().find((subscription) => subscription.email === email)?.confirmToken ?? ''
const letters = (kind: string) =>
  db
    .select()
    .from(outbox)
    .all()
    .filter((mail) => mail.kind === kind)
const states = () => listSubscribers(null, 100).subscribers.map(({ email, state }) => [email, state])
const confirmed = (email = EMAIL, at = NOON) => {
  subscribe({ email }, at)
  expect(confirmSubscription(confirmToken(email), null, at)).toBe(true)
}

test('a subscription keeps its consent time and unguessable token', () => {
  expect(subscribe({ email: 'wanjiru@example.com' }, NOON)).toEqual({ subscribed: true })
  subscribe({ email: 'achieng@example.com' }, NOON)

  expect(subscriptions()).toMatchObject([
    { email: 'wanjiru@example.com', consentAt: NOON, createdAt: NOON, unsubscribedAt: null },
    { email: 'achieng@example.com' },
  ])
  expect(Buffer.from(tokenOf(), 'base64url')).toHaveLength(24)
  expect(tokenOf()).not.toBe(tokenOf('achieng@example.com'))
})

describe('until it is confirmed', () => {
  test('a subscription is waiting and gets one letter', async () => {
    expect(subscribe({ email: EMAIL }, NOON)).toEqual({ subscribed: true })
    expect(states()).toEqual([[EMAIL, 'waiting']])
    expect(siteTotals().totalNewsletterSubscribers).toBe(1)
    expect(subscriberTotals().confirmed).toBe(0)

    await sendDueMail(() => NOON)
    const [letter, ...others] = mailbox.messages()
    expect(others).toEqual([])
    expect(letter?.to).toEqual([EMAIL])
    expect(letter?.text).toContain(`http://localhost:3000/newsletter/confirm/${confirmToken()}`)
    expect(letter?.text).not.toContain(tokenOf())
    expect(letter?.headers['list-unsubscribe']).toBeUndefined()
  })

  test('no campaign goes to it', () => {
    confirmed('reader@example.com')
    subscribe({ email: EMAIL }, NOON)
    aBegunCampaign()
    postBroadcasts(NOON)
    expect(letters('campaign').map(({ toAddress }) => toAddress)).toEqual(['reader@example.com'])
  })

  test('asking again repeats the letter at most once a day', () => {
    subscribe({ email: EMAIL }, NOON)
    const asked = (minutes: number) => subscribe({ email: EMAIL.toUpperCase() }, minutesAfter(minutes))
    for (const minutes of [1, 60, DAY - 1]) expect(asked(minutes)).toEqual({ refused: 'already-subscribed' })
    expect(letters('newsletter-confirmation')).toHaveLength(1)
    expect(asked(DAY)).toEqual({ refused: 'already-subscribed' })
    expect(asked(DAY + 1)).toEqual({ refused: 'already-subscribed' })
    expect(letters('newsletter-confirmation')).toHaveLength(2)
    expect(letters('newsletter-confirmation')[1]?.textBody).toContain(confirmToken())
  })

  test('many spellings of one mailbox are one letter a day', () => {
    for (const email of ['victim+1@example.com', 'victim+2@example.com', 'v.i.ctim@example.com'])
      expect(subscribe({ email }, NOON)).toEqual({ subscribed: true })
    expect(letters('newsletter-confirmation')).toHaveLength(1)
  })

  test('it is forgotten after thirty days', async () => {
    confirmed('reader@example.com')
    subscribe({ email: EMAIL }, NOON)
    subscribe({ email: EMAIL }, minutesAfter(20 * DAY))
    await runDailyJob('retention', 'schedule', () => minutesAfter(30 * DAY))
    expect(states()).toHaveLength(2)
    await runDailyJob('retention', 'schedule', () => minutesAfter(30 * DAY + 1))
    expect(states()).toEqual([['reader@example.com', 'confirmed']])
    expect(siteTotals().totalNewsletterSubscribers).toBe(1)
  })

  test('the site takes five hundred requests a day', async () => {
    await addSubscribers(
      Array.from({ length: 600 }, (_, row) => `r${row}@example.com`).join('\n'),
      aStaffMember(),
      NOON,
    )
    for (let row = 0; row < 500; row += 1)
      expect(subscribe({ email: `many${row}@example.com` }, NOON)).toEqual({ subscribed: true })
    expect(subscribe({ email: EMAIL }, minutesAfter(1))).toEqual({ refused: 'too-many' })
    expect(subscribe({ email: EMAIL }, minutesAfter(DAY + 1))).toEqual({ subscribed: true })
  })
})

describe('confirming', () => {
  test('puts the address on the list once', async () => {
    subscribe({ email: EMAIL }, NOON)
    expect(requestByToken(confirmToken())).toEqual({ maskedEmail: 'w•••@example.com', state: 'waiting' })
    expect(confirmSubscription(confirmToken(), null, minutesAfter(5))).toBe(true)
    expect(confirmSubscription(confirmToken(), null, minutesAfter(6))).toBe(false)

    expect(requestByToken(confirmToken())?.state).toBe('confirmed')
    expect(subscriptions()).toMatchObject([
      { consentAt: NOON, confirmedAt: minutesAfter(5), createdAt: NOON },
    ])
    expect([siteTotals().totalNewsletterSubscribers, subscriberTotals().confirmed]).toEqual([1, 1])
    expect(letters('newsletter-welcome')).toHaveLength(1)

    await sendDueMail(() => minutesAfter(5))
    const welcome = mailbox.messages().find(({ subject }) => subject.startsWith('Karibu'))
    const address = `http://localhost:3000/unsubscribe/${tokenOf()}`
    expect(welcome?.text).toContain(address)
    expect(welcome?.headers['list-unsubscribe']).toBe(`<${address}>`)
    expect(welcome?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  })

  test('is answered with the herd, the next departure on sale and a name', () => {
    subscribe({ email: EMAIL }, NOON)
    confirmSubscription(confirmToken(), nextDepartureInLetter(NOON), NOON)
    const [welcome] = letters('newsletter-welcome')
    expect(welcome?.textBody).toContain(
      'Next: Oct 16 to Oct 27, 2025, 12 days in Kenya with a live country band, from $4,500.',
    )
    expect(welcome?.textBody).toContain('See the tour:\nhttp://localhost:3000/texascountrysafari')
    expect(welcome?.textBody).toContain(siteSettings().leaderName)
    expect(welcome?.htmlBody).toMatch(/<img src="http:\/\/localhost:3000\/pictures\/hero-amboseli-\d+\.jpg"/)
  })

  test('names no departure where none is on sale', () => {
    expect(nextDepartureInLetter(minutesAfter(10 * 366 * DAY))).toBe(null)
    confirmed()
    const [welcome] = letters('newsletter-welcome')
    expect(welcome?.textBody).not.toContain('Next:')
    expect(welcome?.textBody).toContain('See where we travel:\nhttp://localhost:3000')
  })

  test('by an unknown token or unsubscribe link does nothing', () => {
    subscribe({ email: EMAIL }, NOON)
    for (const token of ['', 'wrong', tokenOf(), `${confirmToken()}x`]) {
      expect(confirmSubscription(token, null, NOON)).toBe(false)
      expect(requestByToken(token)).toBeUndefined()
    }
    expect(states()).toEqual([[EMAIL, 'waiting']])
  })

  test('is not needed where staff assert the consent', async () => {
    subscribe({ email: EMAIL }, NOON)
    const added = await addSubscribers(`${EMAIL}\nachieng@example.com`, aStaffMember(), minutesAfter(1))
    expect(added).toMatchObject({ added: 2, alreadyThere: 0, refused: 0 })
    expect(states().sort()).toEqual([
      ['achieng@example.com', 'confirmed'],
      [EMAIL, 'confirmed'],
    ])
    expect(subscriptions().map(({ consentSource }) => consentSource)).toEqual(['Wambui', 'Wambui'])
    expect(subscriberTotals().confirmed).toBe(2)
  })
})

test('an address already on the list is refused', () => {
  confirmed()
  expect(subscribe({ email: 'Wanjiru@Example.COM' }, minutesAfter(1))).toEqual({
    refused: 'already-subscribed',
  })
  expect(subscriptions()).toMatchObject([{ consentAt: NOON }])
  expect(db.select().from(outbox).all()).toHaveLength(2)
})

describe('leaving', () => {
  test('takes the address off the list once', () => {
    confirmed()
    expect(subscriberByToken(tokenOf())).toEqual({ maskedEmail: 'w•••@example.com', isSubscribed: true })

    expect(unsubscribe(tokenOf(), minutesAfter(1))).toBe(true)
    expect(unsubscribe(tokenOf(), minutesAfter(2))).toBe(false)
    expect(subscriberByToken(tokenOf())?.isSubscribed).toBe(false)
    expect(subscriptions()).toMatchObject([{ unsubscribedAt: minutesAfter(1) }])
    expect(states()).toEqual([[EMAIL, 'left']])
    expect([siteTotals().totalNewsletterSubscribers, subscriberTotals().confirmed]).toEqual([0, 0])
    expect(subscriberTotals()).toMatchObject({ all: 1, left: 1, subscribers: 0 })
  })

  test('by a token that is nobody’s does nothing', () => {
    confirmed()
    for (const token of ['', 'wrong', tokenOf().toLowerCase(), `${tokenOf()}x`]) {
      expect(unsubscribe(token, NOON)).toBe(false)
      expect(subscriberByToken(token)).toBeUndefined()
    }
    expect(subscriptions()).toMatchObject([{ unsubscribedAt: null }])
  })

  test('can be undone by a new, confirmed consent', () => {
    confirmed()
    const token = tokenOf()
    unsubscribe(token, minutesAfter(1))

    expect(subscribe({ email: EMAIL }, minutesAfter(DAY))).toEqual({ subscribed: true })
    expect(states()).toEqual([[EMAIL, 'waiting']])
    expect(confirmSubscription(confirmToken(), null, minutesAfter(DAY + 1))).toBe(true)
    expect(subscriptions()).toMatchObject([
      { consentAt: minutesAfter(DAY), unsubscribedAt: null, createdAt: NOON, unsubscribeToken: token },
    ])
    expect(letters('newsletter-welcome')).toHaveLength(2)
    expect(unsubscribe(token, minutesAfter(DAY + 2))).toBe(true)
  })

  test('holds when somebody else asks in their name', async () => {
    confirmed()
    unsubscribe(tokenOf(), minutesAfter(1))
    subscribe({ email: EMAIL }, minutesAfter(DAY))
    const added = await addSubscribers(EMAIL, aStaffMember(), minutesAfter(DAY + 1))
    expect(added).toMatchObject({ added: 0, refused: 1 })
    await runDailyJob('retention', 'schedule', () => minutesAfter(31 * DAY + 1))
    expect(states()).toEqual([[EMAIL, 'left']])
    expect(subscriptions()).toMatchObject([{ unsubscribedAt: minutesAfter(1) }])
  })

  test('ends a request that waits, by an older link', () => {
    confirmed()
    unsubscribe(tokenOf(), minutesAfter(1))
    subscribe({ email: EMAIL }, minutesAfter(DAY))
    expect(unsubscribe(tokenOf(), minutesAfter(DAY + 1))).toBe(true)
    expect(states()).toEqual([[EMAIL, 'left']])
    expect(confirmSubscription(confirmToken(), null, minutesAfter(DAY + 2))).toBe(false)
  })
})
