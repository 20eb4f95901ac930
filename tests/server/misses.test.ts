import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createMisses } from '#app/server/guards/guards'

const MINUTE = 60_000

/**
 * A guard whose clock the test moves, and what it makes of a question that would be answered with `status`.
 */
function aGuard() {
  let time = 0
  const guard = createMisses(() => time)
  const begin = (url: string, remoteAddress: string) => {
    const told: { status: number; retryAfter?: string } = { status: 0 }
    const response = Object.assign(new EventEmitter(), {
      statusCode: 200,
      writeHead(status: number, headers: Record<string, string>) {
        Object.assign(told, { status, retryAfter: headers['Retry-After'] })
      },
      end() {},
    })
    const request = { url, headers: {}, socket: { remoteAddress } }
    // The casts hold for what a guard asks of the two.
    const refused = guard(request as unknown as IncomingMessage, response as unknown as ServerResponse)
    return {
      refused,
      told,
      answer: (status: number) => Object.assign(response, { statusCode: status }).emit('close'),
    }
  }
  return {
    begin,
    pass: (ms: number) => {
      time += ms
    },
    ask(status: number, url = '/booking/guess', address = '192.0.2.1') {
      const asked = begin(url, address)
      if (!asked.refused) asked.answer(status)
      return asked.refused ? asked.told : null
    },
  }
}

test('too many guesses must wait, whatever they guess at', () => {
  const { ask, pass } = aGuard()
  const ways = [
    '/booking/a',
    '/pay/b',
    '/api/bookings/TS-AAAAAA',
    '/booking-confirmation?booking_id=1',
    '/PAY/c.data',
  ]
  for (let guess = 0; guess < 30; guess += 1) expect(ask(404, ways[guess % 5])).toBeNull()
  pass(4 * MINUTE)
  for (const way of ways) expect(ask(404, way)).toEqual({ status: 429, retryAfter: '360' })
  expect(ask(200, '/contact')).toBeNull()
  expect(ask(404, '/booking/a', '192.0.2.2')).toBeNull()
  pass(6 * MINUTE)
  expect(ask(404)).toBeNull()
})

test('a visitor with a real link never has to wait', () => {
  const { ask } = aGuard()
  for (let look = 0; look < 500; look += 1) expect(ask(look % 25 === 0 ? 404 : 200)).toBeNull()
})

test('guesses made at once are counted before they are answered', () => {
  const { begin } = aGuard()
  const asked = Array.from({ length: 40 }, (_, guess) => begin(`/booking/${guess}`, '192.0.2.1'))
  expect(asked.filter(({ refused }) => refused)).toHaveLength(10)
})

test('of very many addresses the oldest is forgotten', () => {
  const { ask } = aGuard()
  for (let guess = 0; guess < 30; guess += 1) ask(404)
  expect(ask(404)?.status).toBe(429)
  for (let other = 0; other < 10_000; other += 1)
    ask(404, '/pay/x', `10.${other >> 16}.${(other >> 8) & 255}.${other & 255}`)
  expect(ask(404)).toBeNull()
})

test('dead links of letters keep nobody from a booking', () => {
  const { ask } = aGuard()
  const letters = [
    '/unsubscribe/a',
    '/newsletter/confirm/b',
    '/departures/stop/c',
    '/departures/confirm/d.data',
  ]
  for (let scanned = 0; scanned < 30; scanned += 1) expect(ask(404, letters[scanned % 4])).toBeNull()
  for (const letter of letters) expect(ask(404, letter)).toMatchObject({ status: 429 })
  for (let guess = 0; guess < 30; guess += 1) expect(ask(404)).toBeNull()
  expect(ask(404)).toMatchObject({ status: 429 })
})
