import { randomUUID } from 'node:crypto'
import { Agent, get } from 'node:http'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patiently } from '#scripts/test/patience.mjs'
import { stagesOf, wordsOf } from '#tests/deploy/dockerfile'
import { eventually } from '#tests/fixtures/site'
import { staffCookie, WAMBUI_ON_FLY, WAMBUI_SIGNS_IN } from '#tests/fixtures/staff-cookie'
import { LONG, startTroubledSite, type TroubledSite } from './a-troubled-site'

// Everything that takes memory, at once, with the image's own bounds: of a small machine's 512 MB it takes
// little more than half.

const MOST_MB = 300
const [CONNECTIONS, SIGN_INS, SUBSCRIBERS, LETTERS_AMONG_READERS] = LONG
  ? [200, 200, 50_000, 200]
  : [50, 20, 500, 30]
const UPLOAD_BYTES = 30_000_000

/** The image's bounds: its settings of the C library, and what its command tells Node. */
function boundsOfImage(): Record<string, string> {
  const { instructions = [] } = stagesOf().at(-1) ?? {}
  const words = (which: string) =>
    instructions.flatMap(({ word, rest }) =>
      word === which ? (which === 'CMD' ? wordsOf(rest) : rest.split(' ')) : [],
    )
  const settings = words('ENV').filter((word) => word.startsWith('MALLOC_'))
  const flags = words('CMD').filter((word) => word.startsWith('--max-'))
  if (settings.length !== 2 || flags.length !== 2)
    throw new Error('The Dockerfile has other bounds than these')
  return { ...Object.fromEntries(settings.map((word) => word.split('='))), NODE_OPTIONS: flags.join(' ') }
}

let troubled: TroubledSite
beforeAll(async () => {
  troubled = await startTroubledSite({
    ...WAMBUI_ON_FLY,
    ...boundsOfImage(),
    NODE_DISABLE_COMPILE_CACHE: '1',
  })
  troubled.site.change(
    `with recursive reader (number) as (select 1 union all select number + 1 from reader where number < ?)
     insert into newsletter_subscriptions (email, consent_at, created_at, unsubscribe_token, confirmed_at)
     select 'reader' || number || '@example.com', 1, 1, 'token-of-' || number, 1 from reader`,
    SUBSCRIBERS,
  )
})
afterAll(() => troubled.site.close())

const from = (guest: number) => ({
  'Fly-Client-IP': `10.${guest >> 16}.${(guest >> 8) & 255}.${guest & 255}`,
})

/** Reads one page after the other by a connection of its own; answers how many it got. */
async function reads(guest: number, isOver: () => boolean): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { ...from(guest), 'Accept-Encoding': 'gzip' }
  const pages = ['/', '/contact', '/checkout?roomType=double', '/texascountrysafari', '/stories']
  let read = 0
  for (let turn = guest; !isOver(); turn += 1)
    await new Promise<void>((done) => {
      get(`${troubled.site.url}${pages[turn % pages.length]}`, { agent, headers }, (response) => {
        if (response.statusCode === 200) read += 1
        response.resume().once('close', done)
      }).once('error', () => done())
    })
  agent.destroy()
  return read
}

const post = (path: string, headers: Record<string, string>, body: BodyInit) =>
  fetch(troubled.site.url + path, { method: 'POST', redirect: 'manual', headers, body })

async function beginsCampaign(cookie: string): Promise<void> {
  const letter = {
    subject: 'The herds are back',
    body: 'Karibu. '.repeat(200),
    ...{ timing: 'by-hand', formKey: randomUUID(), intent: 'review' },
  }
  const written = await post('/admin/campaigns/new', { Cookie: cookie }, new URLSearchParams(letter))
  const [page = ''] = written.headers.get('Location')?.split('?') ?? []
  const [{ version } = { version: 0 }] = troubled.site.rows<{ version: number }>(
    'select version from broadcasts where departure_id is null',
  )
  const sending = new URLSearchParams({ intent: 'send', version: String(version) })
  expect((await post(page, { Cookie: cookie }, sending)).status).toBe(302)
}

/** The noisiest photograph of the largest size. */
const aLargePhoto = () =>
  sharp({
    create: {
      width: 6_000,
      height: 4_000,
      channels: 3,
      background: '#c05020',
      noise: { type: 'gaussian', sigma: 20 },
    },
  })
    .jpeg({ quality: 60 })
    .toBuffer()

/** Uploads it with zeros after its end up to `bytes`. */
async function uploads(photo: Buffer, cookie: string, bytes: number): Promise<number> {
  const body = new FormData()
  const file = Buffer.concat([photo, Buffer.alloc(Math.max(0, bytes - photo.length))])
  body.append('photo', new File([new Uint8Array(file)], 'herd.jpg', { type: 'image/jpeg' }))
  for (const [field, value] of Object.entries({ title: 'A herd', alt: 'Elephants', place: 'Amboseli' }))
    body.append(field, value)
  const answered = await post('/admin/settings/gallery/new', { Cookie: cookie }, body).catch(() => null)
  return answered?.status ?? 0
}

test(
  'all at once stays within the memory of the smallest machine',
  async () => {
    const { site } = troubled
    const idle = site.mostMemoryMb()
    const cookie = await staffCookie(site)
    let isOver = false
    const readers = Array.from({ length: CONNECTIONS }, (_, guest) => reads(guest, () => isOver))
    await beginsCampaign(cookie)
    const signIns = Array.from({ length: SIGN_INS }, (_, guest) =>
      post(
        '/admin/login',
        from(10_000 + guest),
        new URLSearchParams({ ...WAMBUI_SIGNS_IN, password: `wrong ${guest}` }),
      ),
    )
    const herd = await aLargePhoto()
    const tooLarge = await uploads(herd, cookie, UPLOAD_BYTES)
    const photo = await uploads(herd, cookie, 0)
    const answers = new Set((await Promise.all(signIns)).map(({ status }) => status))
    const guest = await troubled.books()
    guest.pays()
    await eventually(() => troubled.statusOf(guest.reference) === 'deposit_paid')
    const sent = () => site.rows("select id from outbox where kind = 'campaign' and state = 'sent'").length
    // Readers who never pause leave a campaign little of the thread: the rest of it goes when they have gone.
    await eventually(() => sent() >= LETTERS_AMONG_READERS, 120_000)
    isOver = true
    const pages = (await Promise.all(readers)).reduce((sum, read) => sum + read, 0)
    await eventually(() => sent() === SUBSCRIBERS, LONG ? 1_800_000 : 60_000)

    const most = site.mostMemoryMb()
    console.log(
      `  Memory: ${idle} MB idle, ${most} MB at most; ${pages} pages read, ${SUBSCRIBERS} letters sent`,
    )
    expect([413, 0]).toContain(tooLarge)
    expect(photo).toBe(303)
    expect([...answers].filter((status) => ![401, 429, 503].includes(status))).toEqual([])
    expect(pages).toBeGreaterThan(CONNECTIONS)
    expect(most).toBeLessThan(MOST_MB)
    await troubled.expectNothingLost()
  },
  patiently(LONG ? 2_000_000 : 120_000),
)
