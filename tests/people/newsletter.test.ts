import { beforeEach, describe, expect, test } from 'vitest'
import { sendDueMail } from '#app/mail/send-mail.server'
import { subscribe } from '#app/people/subscribe.server'
import { subscriberBehind, unsubscribe } from '#app/people/unsubscribe.server'
import { db } from '#db/connection.server'
import { newsletterSubscriptions, outbox } from '#db/schema'
import { mailbox } from '#tests/fixtures/environment'
import { minutesAfter, NOON } from '#tests/fixtures/orders'

beforeEach(() => {
  db.delete(outbox).run()
  db.delete(newsletterSubscriptions).run()
  mailbox.clear()
})

const subscriptions = () => db.select().from(newsletterSubscriptions).all()
const tokenOf = (email = 'wanjiru@example.com') =>
  subscriptions().find((subscription) => subscription.email === email)?.unsubscribeToken ?? ''

test('a subscription keeps the time of consent and an unguessable way out', () => {
  expect(subscribe('wanjiru@example.com', NOON)).toEqual({ subscribed: true })
  subscribe('achieng@example.com', NOON)

  expect(subscriptions()).toMatchObject([
    { email: 'wanjiru@example.com', consentAt: NOON, createdAt: NOON, unsubscribedAt: null },
    { email: 'achieng@example.com' },
  ])
  expect(Buffer.from(tokenOf(), 'base64url')).toHaveLength(24)
  expect(tokenOf()).not.toBe(tokenOf('achieng@example.com'))
})

test('an address that is on the list already, in any case, is refused and stays once', () => {
  subscribe('wanjiru@example.com', NOON)
  expect(subscribe('Wanjiru@Example.COM', minutesAfter(1))).toEqual({ refused: 'already-subscribed' })
  expect(subscriptions()).toMatchObject([{ consentAt: NOON }])
  expect(db.select().from(outbox).all()).toHaveLength(1)
})

test('the welcome letter shows the way out, to people and to mail programs', async () => {
  subscribe('wanjiru@example.com', NOON)
  await sendDueMail(() => NOON)
  const [letter] = mailbox.messages()
  const address = `http://localhost:3000/unsubscribe/${tokenOf()}`

  expect(letter?.to).toEqual(['wanjiru@example.com'])
  expect(letter?.text).toContain(address)
  expect(letter?.headers['list-unsubscribe']).toBe(`<${address}>`)
  expect(letter?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
})

describe('leaving', () => {
  test('takes the address off the list once', () => {
    subscribe('wanjiru@example.com', NOON)
    expect(subscriberBehind(tokenOf())).toEqual({ maskedEmail: 'w•••@example.com', isSubscribed: true })

    expect(unsubscribe(tokenOf(), minutesAfter(1))).toBe(true)
    expect(unsubscribe(tokenOf(), minutesAfter(2))).toBe(false)
    expect(subscriberBehind(tokenOf())?.isSubscribed).toBe(false)
    expect(subscriptions()).toMatchObject([{ unsubscribedAt: minutesAfter(1) }])
  })

  test('by a token that is nobody’s does nothing', () => {
    subscribe('wanjiru@example.com', NOON)
    for (const token of ['', 'wrong', tokenOf().toLowerCase(), `${tokenOf()}x`]) {
      expect(unsubscribe(token, NOON)).toBe(false)
      expect(subscriberBehind(token)).toBeUndefined()
    }
    expect(subscriptions()).toMatchObject([{ unsubscribedAt: null }])
  })

  test('is no farewell for ever: with new consent, in the same row, under the same links', () => {
    subscribe('wanjiru@example.com', NOON)
    const token = tokenOf()
    unsubscribe(token, minutesAfter(1))

    expect(subscribe('wanjiru@example.com', minutesAfter(2))).toEqual({ subscribed: true })
    expect(subscriptions()).toMatchObject([
      { consentAt: minutesAfter(2), unsubscribedAt: null, createdAt: NOON, unsubscribeToken: token },
    ])
    expect(db.select().from(outbox).all()).toHaveLength(2)
    expect(unsubscribe(token, minutesAfter(3))).toBe(true)
  })
})
