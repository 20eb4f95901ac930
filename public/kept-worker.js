// Keeps one page, and nothing else of the site, for places without a network: a trip book by its traveler's link, or
// a guide's manifest. Its scope is that page's own address, and so is the name of what it keeps: no other page, and
// nobody else's link, is ever answered from it. The network comes first; the copy only where that fails.

const PAGE = new URL(self.registration.scope).pathname
const CACHE = `kept ${PAGE}`
const BYTES_AT_MOST = 2_000_000
/** Longer than this a phone at the edge of a network does not wait. */
const NETWORK_MS = 4_000
const PART_MS = 60_000
const UNTIL = 'X-Kept-Until'
/** So long an answer that came after the copy was shown waits for the page to load again. */
const LATE_MS = 5_000
let late = null

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && pathname === PAGE) event.respondWith(newestPage(event))
  else if (isPart(pathname)) event.respondWith(newestPart(request, pathname))
})

self.addEventListener('message', (event) => {
  const { keep, look } = event.data
  if (keep) event.waitUntil(inTurn(() => keepParts(keep, event.source)))
  if (look) event.waitUntil(lookFor(event.source))
})

/** Files of the page's own, and those that are the same for everybody. */
const isPart = (pathname) =>
  pathname.startsWith(`${PAGE}/`) || /^\/(assets|pictures|photos)\/|^\/[\w-]+\.(png|svg|ico|js)$/.test(pathname)

async function newestPage(event) {
  const waiting = late
  late = null
  if (waiting && Date.now() < waiting.until) return waiting.answer
  const coming = fetch(event.request).then((answer) => {
    const copy = answer.clone()
    event.waitUntil(inTurn(() => note(copy)))
    return answer
  })
  const inTime = await Promise.race([coming.catch(() => null), after(NETWORK_MS)])
  if (inTime && inTime.status < 500) return inTime
  const copy = await savedPage()
  if (!copy) return coming
  event.waitUntil(coming.then((answer) => tell(event.resultingClientId, answer)).catch(() => undefined))
  return copy
}

let isLooking = false
/** Asks for the newer one while a page shows the copy. */
async function lookFor({ id }) {
  if (isLooking) return
  isLooking = true
  try {
    const signal = AbortSignal.timeout(PART_MS)
    const answer = await fetch(PAGE, { credentials: 'same-origin', redirect: 'manual', signal })
    const copy = answer.clone()
    await inTurn(() => note(copy))
    await tell(id, answer)
  } catch {
    // Still no network: the page asks again.
  } finally {
    isLooking = false
  }
}

/** The page loads once more, and is answered with this: it does not wait for a slow line again. */
async function tell(id, answer) {
  const page = await self.clients.get(id)
  if (!page || answer.status >= 500) return
  late = { answer, until: Date.now() + LATE_MS }
  page.postMessage({ newer: PAGE })
}

const after = (ms) => new Promise((passed) => setTimeout(passed, ms, null))

/** Assets never change under their names; of anything else the network's is newer. */
async function newestPart(request, pathname) {
  const kept = () => caches.open(CACHE).then((cache) => cache.match(request.url, { ignoreVary: true }))
  const copy = pathname.startsWith('/assets/') ? await kept() : undefined
  if (copy) return copy
  try {
    return await fetch(request)
  } catch (cutOff) {
    const saved = await kept()
    if (saved) return saved
    throw cutOff
  }
}

/** Keeps the page in place of the last one; where its link, or the session that saved it, has ended, nothing stays. */
async function note(answer) {
  const seconds = Number(answer.headers.get('X-Keep-Seconds'))
  if (answer.ok && !answer.redirected && seconds > 0) await keepPage(answer, Date.now() + seconds * 1_000)
  else if (isOver(answer) && !(await mayStay(answer))) await forgetAll()
}

/** Led to signing in: whether the copy may stay is for the site to say. Only what it says ends the copy. */
async function mayStay({ redirected, type }) {
  if (!redirected && type !== 'opaqueredirect') return false
  const headers = { 'X-May-Keep': '1' }
  const said = await fetch(PAGE, { headers, credentials: 'same-origin', redirect: 'manual' }).catch(() => null)
  return said === null || said.status === 204 || !(said.ok || isOver(said))
}

/** Ended, or led to signing in. A site in trouble, or one that asks to wait, ends nothing. */
const isOver = ({ ok, redirected, type, status }) =>
  ok || redirected || type === 'opaqueredirect' || [401, 403, 404, 410].includes(status)

async function keepPage(answer, until) {
  const html = await answer.text()
  const headers = new Headers(answer.headers)
  for (const name of ['Set-Cookie', 'Content-Encoding', 'Content-Length']) headers.delete(name)
  headers.set(UNTIL, String(until))
  const cache = await caches.open(CACHE)
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url)
    if (pathname !== PAGE && !html.includes(pathname)) await cache.delete(url)
  }
  await cache.put(PAGE, new Response(html, { headers }))
}

/** The copy, marked as one: the page shows since when it stands. */
async function savedPage() {
  const copy = await caches.open(CACHE).then((cache) => cache.match(PAGE, { ignoreVary: true }))
  if (!copy) return null
  if (Date.now() > Number(copy.headers.get(UNTIL))) {
    await forgetAll()
    return null
  }
  const html = (await copy.text()).replace('<html', '<html data-saved')
  return new Response(html, { headers: copy.headers })
}

async function forgetAll() {
  await caches.delete(CACHE)
  await self.registration.unregister()
}

/** Adds what the open page is made of, as long as all of it together stays small. */
async function keepParts(urls, page) {
  const cache = await caches.open(CACHE)
  if (!(await cache.match(PAGE, { ignoreVary: true }))) await note(await fetch(PAGE, { credentials: 'same-origin' }))
  if (!(await cache.match(PAGE, { ignoreVary: true }))) return
  let bytes = await bytesIn(cache)
  for (const url of new Set(urls)) {
    if (!isPart(new URL(url).pathname) || (await cache.match(url, { ignoreVary: true }))) continue
    const answer = await fetch(url, { credentials: 'same-origin', signal: AbortSignal.timeout(PART_MS) })
    const { size } = await answer.clone().blob()
    if (!answer.ok || bytes + size > BYTES_AT_MOST) continue
    await cache.put(url, answer)
    bytes += size
  }
  page?.postMessage({ kept: PAGE })
}

async function bytesIn(cache) {
  let bytes = 0
  for (const request of await cache.keys()) bytes += (await (await cache.match(request)).blob()).size
  return bytes
}

let last = Promise.resolve()
/** One after the other: two pages that are stored at once would count the same room. */
function inTurn(work) {
  const done = last.then(work)
  last = done.catch(() => undefined)
  return done
}
