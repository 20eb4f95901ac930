import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CheckoutForm, TRAVELER } from '#app/bookings/checkout-form'
import { CODE_TYPED_AT_MOST } from '#app/bookings/discount-code'
import { OPERATIONS } from '#app/server/contract/document.server'
import { IntentWish } from '#app/server/contract/guest-calls'
import { customerInfo } from '#tests/fixtures/checkout-calls'
import { allPaths } from '#tests/fixtures/every-address'
import { everyLink, type Link, linksOf } from '#tests/fixtures/every-link'
import { fromSomewhere } from '#tests/fixtures/network-address'
import { eventually, type Site, startSite } from '#tests/fixtures/site'

// Whoever has a link has that link alone: each kind of secret is tried in every place of every page and call
// where one could stand. What comes back is what a made-up one gets. staff-only.test.ts has it in `:token`.

const OF_PAYER = ['payment_intents.stripe_session_id', 'client secret']
const SECRETS_OF_PAYMENTS = { session_id: OF_PAYER, payment_intent_client_secret: OF_PAYER }
/** Of the staff: who tries it often is refused for a while. */
const SIGN_IN = '/api/admin/login'
const DEPARTURE = { departure: ['departures.link_key'] }
/** Where a kind of secret opens something besides its own address, by the name that it has there. */
const OPENS: Record<string, Record<string, string[]>> = {
  'GET /checkout': {
    ...{ again: ['bookings.link_token'], offer: ['waitlist_entries.link_token'] },
    ...DEPARTURE,
  },
  'POST /checkout': { offer: ['waitlist_entries.link_token'], ...DEPARTURE },
  'GET /texascountrysafari': DEPARTURE,
  'POST /texascountrysafari': DEPARTURE,
  'POST /api/calculate-installments': DEPARTURE,
  'POST /api/create-payment-intent': DEPARTURE,
  'GET /booking-confirmation': SECRETS_OF_PAYMENTS,
  'GET /payment-success of a payment': SECRETS_OF_PAYMENTS,
  'GET /api/bookings/:id': { payment_intent_client_secret: OF_PAYER },
}
const opensIn = (place: string) =>
  Object.entries(OPENS).flatMap(([at, kinds]) =>
    `${at} `.startsWith(place) ? Object.values(kinds).flat() : [],
  )

let site: Site
let reference = ''
let intent = ''
let links: Link[] = []

beforeAll(async () => {
  site = await startSite({ FLY_APP_NAME: 'for-tests' })
  ;({ reference } = await everyLink(site))
  const isOfFirst = ({ of }: Link) => Number(of === 'booking 1')
  links = linksOf(site).toSorted((one, other) => isOfFirst(other) - isOfFirst(one))
  const paid = 'select stripe_intent_id as id from payments where booking_id = 1'
  await eventually(() => site.rows(paid).length > 0)
  intent = site.rows<{ id: string }>(paid)[0]?.id ?? ''
})
afterAll(() => site.close())

/** What guests reach. */
const ROOMS = ['routes/site', 'routes/checkout', 'routes/traveler', 'routes/api', 'bookings', 'server/guards']
const SOURCES = ROOMS.flatMap((room) =>
  readdirSync(join('app', room), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join('app', room, file), 'utf8')),
)
const namesIn = (pattern: RegExp) =>
  SOURCES.flatMap((source) => [...source.matchAll(pattern)].map(([, name = '']) => name))

/**
 * A person's name and address are no place for one: some are refused as names, by chance. Nor is a message:
 * a mailbox has a few in an hour, and twice the same is one.
 */
function mayHoldOne(name: string): boolean {
  return !(name in TRAVELER) && !['firstName', 'lastName', 'message'].includes(name)
}

/** By what names an address may hand something over, and a form or a call. */
const QUERY = [
  ...new Set([
    ...namesIn(/(?:query|[sS]earchParams)\.(?:get|has)\('(\w+)'\)/g),
    ...['payment_intent_client_secret', 'key', 'token', 'link'],
  ]),
]
const BODY = [
  // A person's name and address are no place for one: some are refused as names, by chance.
  ...new Set([
    ...namesIn(/form\.(?:get|has)\('(\w+)'\)/g),
    ...Object.keys({ ...CheckoutForm.shape, ...IntentWish.shape }),
    ...QUERY,
  ]),
].filter(mayHoldOne)

/** A secret of the same form, that is nobody's. */
const madeUp = ({ token }: Link) => token.replace(/[^_]{7,}/g, (part) => 'm'.repeat(part.length))

const each = (names: readonly string[], token: string) =>
  new URLSearchParams(names.map((name) => [name, token]))

type Asked = { method: string; path: string; query?: URLSearchParams; body?: BodyInit; type?: string }

/** What comes back, without what is new in each answer and without the secret itself. */
async function answerTo({ method, path, query, body, type }: Asked, token: string) {
  const headers = { ...fromSomewhere(), ...(type && { 'Content-Type': type }) }
  const address = `${site.url}${path}${query ? `?${query}` : ''}`
  const answer = await fetch(address, { method, headers, redirect: 'manual', ...(body && { body }) })
  const text = `${answer.status} ${answer.headers.get('Location')} ${await answer.text()}`
  return {
    shown: links.filter((link) => link.token !== token && text.includes(link.token)),
    text: text
      // What was typed as a code is shown again, in capitals and not longer than a code.
      .replaceAll(new RegExp(`${token}|${token.slice(0, CODE_TYPED_AT_MOST)}`, 'gi'), '(token)')
      .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '(key)')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '(now)')
      .replace(/ nonce="[^"]*"/g, ''),
  }
}

/** What a made-up secret gets, asked once for each form of one. */
function nobodys(ask: (token: string) => Asked) {
  const known = new Map<string, ReturnType<typeof answerTo>>()
  return (link: Link, which?: 'again') => {
    const token = madeUp(link)
    const answer = (!which && known.get(token)) || answerTo(ask(token), token)
    known.set(token, answer)
    return answer
  }
}

/** One of each kind; of bookings all, for another thing is open of each. */
const tried = (others: 'with all bookings' | 'without') =>
  links.filter(
    (link, at) =>
      links.findIndex(({ opens }) => opens === link.opens) === at ||
      (others === 'with all bookings' && link.opens === 'bookings.link_token'),
  )

test('there are all kinds of secrets, and names for them', () => {
  expect(new Set(links.map(({ opens }) => opens))).toHaveLength(14)
  for (const name of ['again', 'offer', 'departure', 'leader', 'session_id', 'payment_intent'])
    expect(QUERY).toContain(name)
  for (const name of ['checkoutKey', 'offer', 'departure', 'code']) expect(BODY).toContain(name)
})

describe('in all places of an address at once', () => {
  const filled = (path: string, token: string) =>
    path
      .replace(':token', 'p'.repeat(32))
      .replace(/:\w+\??/g, token)
      .replace('*', token)

  test.each(allPaths.map((path) => `/${path}`))('%s', async (path) => {
    for (const method of ['GET', 'POST']) {
      const ask = (token: string): Asked => ({
        ...{ method, path: filled(path, token), query: each(QUERY, token) },
        ...(method === 'POST' && { body: each(BODY, token) }),
      })
      const nobody = nobodys(ask)
      for (const link of tried('without')) {
        if (opensIn(`${method} ${path} `).includes(link.opens)) continue
        const answer = await answerTo(ask(link.token), link.token)
        expect(answer.text, `${method} ${link.opens}`).toBe((await nobody(link)).text)
        expect(answer.shown, `${method} ${link.opens}`).toEqual([])
      }
    }
  })
})

describe('in each place of what reads one', () => {
  const with_ = (fields: Record<string, string>, name: string, token: string) =>
    new URLSearchParams({ ...fields, [name]: token })
  const json = (path: string, fields: unknown, names = Object.keys(IntentWish.shape)) => ({
    names,
    ask: (name: string, token: string): Asked => ({
      ...{ method: path.endsWith('status') ? 'PUT' : 'POST', path: path.replace(':id', reference) },
      ...{ body: JSON.stringify({ ...Object(fields), [name]: token }), type: 'application/json' },
    }),
  })
  /** Each call that guests may make, in each of its fields. */
  const calls = OPERATIONS.filter(
    ({ who, body, path }) => who === 'everybody' && body && path.startsWith('/api/') && path !== SIGN_IN,
  ).map(({ method, path, body, example }) => {
    const place = path.replace('{id}', ':id')
    return [
      `${method} ${place}`,
      json(place, example, Object.keys(body?.shape ?? {}).filter(mayHoldOne)),
    ] as const
  })
  /** A page is made of its data alone, which a browser's scripts ask for. */
  const dataOf = (path: string) => (path.startsWith('/api/') ? path : `${path}.data`)
  const page = (path: string, fields: () => Record<string, string> = () => ({})) => ({
    names: QUERY,
    ask: (name: string, token: string): Asked => ({
      ...{ method: 'GET', path: dataOf(path).replace(':id', reference), query: with_(fields(), name, token) },
    }),
  })
  const form = (path: string, fields: Record<string, string>, names = BODY) => ({
    names,
    ask: (name: string, token: string): Asked => ({
      ...{ method: 'POST', path, body: with_(fields, name, token) },
    }),
  })
  /** The page is made anew around a form that it refuses: with these it shows them. */
  const SHOWN_AGAIN = ['offer', 'departure', 'again', 'code', 'leader', 'checkoutKey']
  const isNotShownAgain = (name: string) => !SHOWN_AGAIN.includes(name)
  const order = { ...customerInfo(), roomType: 'double', paymentType: 'deposit', travelers: '1' }

  const PLACES: Record<string, { names: string[]; ask: (name: string, token: string) => Asked }> = {
    ...Object.fromEntries(calls),
    'GET /checkout': page('/checkout'),
    'GET /texascountrysafari': page('/texascountrysafari'),
    'GET /booking-confirmation': page('/booking-confirmation', () => ({ booking_id: reference })),
    'GET /payment-success': page('/payment-success'),
    'GET /payment-success of a payment': page('/payment-success', () => ({ payment_intent: intent })),
    'GET /api/bookings/:id': page('/api/bookings/:id'),
    // It asks for the price alone: nothing is held.
    'POST /checkout': form('/checkout', { ...order, reprice: '' }, SHOWN_AGAIN),
    'POST /checkout.data': form('/checkout.data', { ...order, reprice: '' }, BODY.filter(isNotShownAgain)),
    'POST /texascountrysafari': form('/texascountrysafari.data', {
      ...{ form: 'waitlist', name: 'Otieno', email: 'new@example.com', rooms: 'double' },
      ...{ atLeast: '1', atMost: '1' },
    }),
    'POST /api/calculate-installments': json('/api/calculate-installments', { roomType: 'double' }),
    // A wrong amount is refused with the right one.
    'POST /api/create-payment-intent': json('/api/create-payment-intent', {
      ...{ roomType: 'double', paymentType: 'deposit', amount: 1, customerInfo: customerInfo() },
    }),
    'PUT /api/bookings/:id/status': json('/api/bookings/:id/status', {
      ...{ status: 'completed', stripePaymentIntentId: 'pi_made_up' },
    }),
  }

  test.each(Object.entries(PLACES))('%s', async (place, { names, ask }) => {
    const opened: Record<string, string[]> = {}
    for (const name of names) {
      const nobody = nobodys((token) => ask(name, token))
      const kinds = new Set<string>()
      for (const link of tried('with all bookings')) {
        const own = () => answerTo(ask(name, link.token), link.token)
        const { text, shown } = await own()
        // What is new on the page since, such as seats that are free again, is no difference: both again.
        if (text !== (await nobody(link)).text && (await own()).text !== (await nobody(link, 'again')).text)
          kinds.add(link.opens)
        expect(
          shown.filter(({ of }) => !of.startsWith(link.of)),
          `${name} ${link.opens}`,
        ).toEqual([])
      }
      if (kinds.size > 0) opened[name] = [...kinds]
    }
    expect(opened).toEqual(OPENS[place] ?? {})
  })
})
