import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { patiently } from '#scripts/test/patience.mjs'
import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { eventually } from '#tests/fixtures/site'
import { ask } from '#tests/server/a-site'
import { type Cluster, startCluster } from './cluster'

// A primary in Dallas and two replicas, each the built site in a process of its own.

const TOUR = '/texascountrysafari'

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster(['dallas', 'frankfurt', 'nairobi'], (portOf) => ({
    PRIMARY_URL: `http://127.0.0.1:${portOf('dallas')}`,
  }))
})
afterAll(() => cluster.close())
afterEach(() => {
  cluster.litefs.mend('frankfurt')
  return cluster.litefs.settled()
})

/** Asks as somebody who is nearest to that machine. */
function from(machine: string, path: string, question?: Parameters<typeof ask>[2]) {
  cluster.proxy.sendTo(machine)
  return ask(cluster.proxy.port, path, question)
}

const seatsLeft = (page: { text: string }) => Number(/(\d+) of \d+ left/.exec(page.text)?.[1])

let guests = 0
/** A guest near a machine takes a seat; what their browser keeps of it. */
async function takesSeat(machine: string) {
  guests += 1
  cluster.proxy.sendTo(machine)
  const body = JSON.stringify({
    roomType: 'double',
    paymentType: 'deposit',
    amount: 500,
    customerInfo: customerInfo(`seat${guests}@example.com`),
  })
  const answer = await ask(cluster.proxy.port, '/api/create-payment-intent', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Fly-Client-IP': `10.0.0.${guests}` },
    body,
  })
  expect([answer.status, answer.headers['x-answered-by']]).toEqual([200, 'dallas'])
  const cookies = (answer.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0] ?? '')
  return { intentId: String(JSON.parse(answer.text).paymentIntentId), cookie: cookies.join('; ') }
}

describe('a replica', () => {
  test.each(['/', TOUR, '/contact.data', '/checkout?roomType=double', '/favicon.svg'])(
    'answers %s itself, from its own copy',
    async (path) => {
      const answer = await from('frankfurt', path)
      expect([answer.status, answer.headers['x-answered-by']]).toEqual([200, 'frankfurt'])
      expect(cluster.proxy.replays).toEqual([])
    },
  )

  test.each([
    ['GET', '/my-booking', 200],
    ['GET', '/admin/login', 200],
    ['GET', '/robots.txt', 200],
    ['GET', '/nowhere', 404],
    ['POST', '/contact', 400],
    ['POST', '/api/newsletter', 415],
  ])('has the primary answer %s %s', async (method, path, status) => {
    const headers = { Origin: cluster.proxy.url, 'Content-Type': 'application/x-www-form-urlencoded' }
    const answer = await from('frankfurt', path, {
      method,
      headers,
      ...(method === 'POST' && { body: 'a=b' }),
    })
    expect([answer.status, answer.headers['x-answered-by']]).toEqual([status, 'dallas'])
    expect(cluster.proxy.replays).toEqual([{ from: 'frankfurt', to: 'dallas', method, path }])
  })

  test.each([
    ['/contact', 'toast=x'],
    ['/checkout', 'traveler=x'],
  ])('has the primary answer %s for the cookie %s', async (path, Cookie) => {
    const answer = await from('frankfurt', path, { headers: { Cookie } })
    expect(answer.headers['x-answered-by']).toBe('dallas')
  })

  test('hands on itself what is too long to be replayed', async () => {
    const answer = await from('frankfurt', '/admin/settings/gallery/new', {
      method: 'POST',
      headers: { Origin: cluster.proxy.url, 'Content-Type': 'multipart/form-data; boundary=x' },
      body: Buffer.alloc(3_000_000),
    })
    expect(cluster.proxy.replays).toEqual([])
    expect(answer.status).toBe(303)
    expect(answer.headers.location).toContain('/admin/login')
  })

  test('has the primary answer for a photograph that it does not have', async () => {
    const pictures = `${cluster.litefs.named('dallas').folder}-pictures`
    mkdirSync(pictures, { recursive: true })
    writeFileSync(join(pictures, 'elephants-0a1b-480.jpg'), 'a picture')
    const answer = await from('frankfurt', '/photos/elephants-0a1b-480.jpg')
    expect([answer.status, answer.text]).toEqual([200, 'a picture'])
    expect(answer.headers['x-answered-by']).toBe('dallas')
  })

  test.each(['staff.js', 'backup.js'])('says where to run what writes: %s', (program) => {
    const { status, stderr } = spawnSync(process.execPath, [`build/server/${program}`, 'reset', 'Wambui'], {
      env: cluster.settingsOf('nairobi'),
      encoding: 'utf8',
    })
    expect([status, stderr.trim()]).toEqual([1, expect.stringContaining('run this on dallas')])
  })

  test('says so, and not twice, to who was sent there by mistake', async () => {
    const { port } = cluster.machine('nairobi')
    const replayed = await ask(port, '/my-booking', { headers: { 'fly-replay-src': 'instance=dallas' } })
    expect([replayed.status, replayed.headers['retry-after']]).toEqual([503, '5'])
    expect(replayed.headers['fly-replay']).toBeUndefined()
  })

  test('shows what was written elsewhere as soon as it has it', async () => {
    const before = seatsLeft(await from('nairobi', TOUR))
    await takesSeat('frankfurt')
    await cluster.litefs.settled()
    const after = await from('nairobi', TOUR)
    expect([seatsLeft(after), after.headers['x-answered-by']]).toEqual([before - 1, 'nairobi'])
  })
})

describe('a guest who wrote', () => {
  test('is waited for until the replica has it', async () => {
    const before = seatsLeft(await from('frankfurt', TOUR))
    cluster.litefs.cut('frankfurt')
    const { cookie } = await takesSeat('frankfurt')
    const asked = from('frankfurt', TOUR, { headers: { Cookie: cookie } })
    cluster.litefs.mend('frankfurt')
    const page = await asked
    expect([seatsLeft(page), page.headers['x-answered-by']]).toEqual([before - 1, 'frankfurt'])
  })

  test('is sent to the primary when the replica stays behind', async () => {
    const before = seatsLeft(await from('frankfurt', TOUR))
    cluster.litefs.cut('frankfurt')
    const { cookie } = await takesSeat('frankfurt')
    expect(cookie).toContain('position=')

    const page = await from('frankfurt', TOUR, { headers: { Cookie: cookie } })
    expect([seatsLeft(page), page.headers['x-answered-by']]).toEqual([before - 1, 'dallas'])
    const others = await from('frankfurt', TOUR)
    expect([seatsLeft(others), others.headers['x-answered-by']]).toEqual([before, 'frankfurt'])
  })

  test('cannot make a replica wait with a position of their own', async () => {
    const page = await from('frankfurt', TOUR, { headers: { Cookie: 'position=ffffffffffffffff' } })
    expect(page.headers['x-answered-by']).toBe('frankfurt')
  })

  test('has no cookie set where nothing was written', async () => {
    const page = await from('dallas', '/my-booking')
    expect(page.headers['set-cookie'] ?? []).not.toContainEqual(expect.stringContaining('position='))
  })
})

describe('what runs once', () => {
  const runs = () =>
    cluster.rows<{ job: string; runs: number }>(
      'dallas',
      "select job, count(*) as runs from job_runs where job <> 'reconcile' group by job order by job",
    )

  test('runs on the primary alone, and mail goes out once', async () => {
    const { intentId } = await takesSeat('nairobi')
    cluster.stripe.payIntent(intentId, '4242424242424242')
    await cluster.mailbox.waitFor(({ subject }) => subject.startsWith('Your place'), patiently(15_000))
    await eventually(() => runs().length === 4)
    expect(runs().map(({ runs }) => runs)).toEqual([1, 1, 1, 1])
    expect(cluster.mailbox.messages().filter(({ subject }) => subject.startsWith('Your place'))).toHaveLength(
      1,
    )
    const running = ['dallas', 'frankfurt', 'nairobi'].filter((name) =>
      cluster.machine(name).said.includes('The schedule runs here'),
    )
    expect(running).toEqual(['dallas'])
  })

  test('a replica that starts anew migrates nothing and serves', async () => {
    await cluster.end('nairobi', 'SIGTERM')
    await cluster.start('nairobi')
    expect((await from('nairobi', '/')).headers['x-answered-by']).toBe('nairobi')
  })
})

/** Begins to send a photograph that nobody will take; resolves when the machine, which has answered, hangs up. */
async function answeredBeforeAllIsSent(port: number, origin: string): Promise<void> {
  const connection = connect(port, '127.0.0.1').resume()
  const ended = new Promise((done) => connection.on('error', () => undefined).once('close', done))
  const lines = [
    'POST /admin/settings/gallery/new HTTP/1.1',
    `Host: ${new URL(origin).host}`,
    `Origin: ${origin}`,
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Length: 3000000',
  ]
  connection.write([...lines, '', 'what comes first'].join('\r\n'))
  await ended
}

test('outside Fly a replica hands everything on itself', async () => {
  const pair = await startCluster(['first', 'second'], (portOf) => ({
    FLY_APP_NAME: '',
    PRIMARY_URL: `http://127.0.0.1:${portOf('first')}`,
    TRUST_PROXY: 'loopback',
  }))
  try {
    const { port } = pair.machine('second')
    const page = await ask(port, '/my-booking')
    expect([page.status, page.headers['fly-replay']]).toEqual([200, undefined])
    expect(page.text).toContain('</html>')

    pair.proxy.sendTo('second')
    const { status, body } = await createPaymentIntent(pair.proxy.url, { customerInfo: customerInfo() })
    expect(status).toBe(200)
    pair.stripe.payIntent(String(body.paymentIntentId), '4242424242424242')
    await eventually(
      () => pair.rows('first', "select id from bookings where payment_status = 'deposit_paid'").length === 1,
    )

    await answeredBeforeAllIsSent(port, pair.proxy.url)
    expect((await ask(port, '/my-booking')).status).toBe(200)

    await pair.end('first', 'SIGKILL')
    const nobody = await ask(port, '/my-booking')
    expect([nobody.status, nobody.headers['retry-after']]).toEqual([503, '5'])
    expect((await ask(port, '/')).status).toBe(200)
  } finally {
    await pair.close()
  }
})
