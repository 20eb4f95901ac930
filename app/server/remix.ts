import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AppLoadContext, createRequestHandler, type ServerBuild } from '@remix-run/node'
import { now } from '#app/platform/clock.server'
import { env } from '#app/platform/env.server'
import { bestEncoding, packQuickly, worthPacking } from '#app/server/front/encodings'
import { BodyTooLarge, bodyOf, isStreamed, readBody, refuseBody, senderOf } from '#app/server/guards/limits'
import { clientAddress } from '#app/server/guards/rates.server'
import { REVIEW_PATH } from '#app/travelers/review-form'
import { mayReview } from '#app/travelers/reviews.server'
import type { StorageTrouble } from '#db/trouble.server'
import { untilWritable } from '#db/write-lock.server'
import { fairTurn, isUnsafe, pathOf, REFUSED_FOR_SECONDS, requestIdOf } from './guards/answer'
import { signedInStaff, unsavedForm } from './guards/staff-session.server'
import { createTurns } from './guards/turns'
import type { UnsavedForm } from './guards/unsaved-form'
import { answerTrouble } from './storage-trouble'

const own = new URL(env.BASE_URL)

type PassedOn = { method: string | undefined; body: Buffer<ArrayBuffer>; signal: AbortSignal }

/** A request as Remix gets it: at the site's own address, whatever name it came in under (rules 8.8). */
function asRemixRequest(
  { url = '/', headers }: IncomingMessage,
  { method = 'GET', body, signal }: PassedOn,
): Request {
  const seen: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) if (value) seen[name] = String(value)
  seen.host = own.host
  delete seen['x-forwarded-host']
  // The guards have compared the origin already; Remix would compare it again with another host.
  if (seen.origin !== undefined) seen.origin = own.origin
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(own.origin + url, { method, headers: seen, signal, ...(hasBody && { body }) })
}

declare module '@remix-run/node' {
  interface AppLoadContext {
    /** Stands on every inline script of the page. */
    nonce?: string
    /** Whether the page is cached for all guests: the nonce then only marks our scripts, and is removed. */
    isForAll?: boolean
    requestId?: string
    /** The visitor's network address; absent where a page is rendered for all guests. */
    clientAddress?: string
    /** What was typed before its sender turned out to be signed out, for the page that shows it again. */
    unsavedForm?: UnsavedForm
    /** The body of an upload that is read as it arrives: the request's own is empty then. */
    upload?: AsyncIterable<Buffer>
    /** What kept the database or the disk from taking what the request asked for. */
    trouble?: StorageTrouble
  }
}

type RemixHandler = ReturnType<typeof createRequestHandler>
type Build = ServerBuild | (() => Promise<ServerBuild>)

const NOTHING = Buffer.alloc(0)

/** Why loaders should stop. Created once: an error costs more than most of what it ends. */
const HAS_LEFT = new DOMException('The visitor has left', 'AbortError')

/** Remix behind the guards: body read within its limit, answer sent whole and compressed once. */
export function createRemix(build: Build) {
  const handlerFor = createHandlers(build)
  const turn = createTurns()
  return async (request: IncomingMessage, response: ServerResponse, nonce: string): Promise<void> => {
    // What changes something is counted by rates, and may wait for Stripe: reading alone stands in line.
    const done = isUnsafe(request.method) ? null : await turn(clientAddress(request))
    try {
      if (response.destroyed) return
      const isTaken = await mayBeRead(request)
      const streams = isTaken && isStreamed(request)
      const body = isTaken && !streams ? await readBody(request) : NOTHING
      const unsaved = await unsavedForm(request, body)
      const context: AppLoadContext = {
        nonce,
        requestId: requestIdOf(response),
        clientAddress: clientAddress(request),
        ...(unsaved && { unsavedForm: unsaved }),
        ...(streams && { upload: bodyOf(request) }),
      }
      const left = new AbortController()
      // Also once all was sent: Remix would hold on to the page's data for seconds otherwise.
      response.once('close', () => left.abort(HAS_LEFT))
      const passedOn = unsaved ? { method: 'GET', body: NOTHING } : { method: request.method, body }
      const seen = asRemixRequest(request, { ...passedOn, signal: left.signal })
      if (isUnsafe(passedOn.method) && !(await untilWritable())) {
        answerTrouble(request, response, 'locked')
        return
      }
      await fairTurn()
      const handle = handlerFor(request)
      const answer = await handle(seen, context)
      // Refused before its end: a client that is still sending does not read.
      if (streams) request.resume()
      const whole = Buffer.from(await answer.arrayBuffer())
      if (left.signal.aborted) return
      if (context.trouble) answerTrouble(request, response, context.trouble)
      else await send(request, response, answer, whole)
    } catch (error) {
      if (error instanceof BodyTooLarge) return refuseBody(request, response)
      // A visitor who leaves while sending is no error of ours.
      if (!request.complete) return void response.destroy()
      throw error
    } finally {
      done?.()
    }
  }
}

/** One handler for each part of the site; while a build may change there is one for all. */
function createHandlers(build: Build) {
  if (typeof build === 'function') {
    const handle = createRequestHandler(build, env.NODE_ENV)
    return () => handle
  }
  const near = createNearRoutes(build)
  const handlers = new Map<ServerBuild, RemixHandler>()
  return (request: IncomingMessage) => {
    const part = near(pathOf(request))
    const handle = handlers.get(part) ?? createRequestHandler(part, env.NODE_ENV)
    handlers.set(part, handle)
    return handle
  }
}

/** Large bodies are read of few; a page says to everyone else why not. */
async function mayBeRead(request: IncomingMessage): Promise<boolean> {
  const only = senderOf(request)
  if (only === 'staff') return isByStaff(request)
  return only === 'everybody' || mayReview(REVIEW_PATH.exec(pathOf(request))?.[1] ?? '', now())
}

async function isByStaff({ headers }: IncomingMessage): Promise<boolean> {
  const cookies = new Request(env.BASE_URL, { headers: { Cookie: headers.cookie ?? '' } })
  return (await signedInStaff(cookies)) !== null
}

async function send(request: IncomingMessage, response: ServerResponse, answer: Response, body: Buffer) {
  const { status } = answer
  const headers = Object.fromEntries(answer.headers)
  const cookies = answer.headers.getSetCookie()
  const type = headers['content-type'] ?? ''
  const packs =
    worthPacking(type, body.length) &&
    !headers['content-encoding'] &&
    bestEncoding(request.headers['accept-encoding'], ['gzip']) === 'gzip'
  const packed = packs ? await packQuickly(body) : body
  response.writeHead(status, {
    'cache-control': 'no-store',
    ...(status === 429 && { 'retry-after': String(REFUSED_FOR_SECONDS) }),
    ...headers,
    ...(cookies.length > 0 && { 'set-cookie': cookies }),
    ...(worthPacking(type, body.length) && {
      vary: [headers.vary ?? [], 'Accept-Encoding'].flat().join(', '),
    }),
    ...(packs && { 'content-encoding': 'gzip' }),
    ...(sendsBody(request, status) && { 'content-length': packed.length }),
  })
  response.end(sendsBody(request, status) ? packed : undefined)
}

const sendsBody = ({ method }: IncomingMessage, status: number) =>
  method !== 'HEAD' && status !== 204 && status !== 304

type Routes = ServerBuild['routes']
type Route = Routes[string]

/** How many parts of an address are compared: the admin area and calls have their subject in the second. */
const DEPTH = 2
const PLAIN = /^[a-z0-9-]+$/

/**
 * The build reduced to routes that an address may match. For each request Remix flattens, ranks and compiles
 * all routes it is given, several times: a fifth of a page's processor time. An address not spelled plainly
 * gets the whole build, so that nothing is matched differently.
 */
export function createNearRoutes(build: ServerBuild): (path: string) => ServerBuild {
  const beginnings = beginningsOf(build.routes)
  const builds = new Map<string, ServerBuild>()
  return (path) => {
    const beginning = beginningIn(path, beginnings)
    if (beginning === null) return build
    const before = builds.get(beginning)
    if (before) return before
    const near = withRoutes(build, idsNear(build.routes, beginning.split('/')))
    builds.set(beginning, near)
    return near
  }
}

/** The longest beginning of an address that some route has word for word. */
function beginningIn(path: string, beginnings: Set<string>): string | null {
  const parts = path
    .replace(/\.data$/, '')
    .split('/')
    .slice(1, DEPTH + 1)
  if (!PLAIN.test(parts[0] ?? '')) return null
  for (let length = parts.length; length > 0; length -= 1) {
    const beginning = parts.slice(0, length).join('/')
    if (beginnings.has(beginning)) return beginning
  }
  return null
}

function beginningsOf(routes: Routes): Set<string> {
  const paths = Object.values(routes).map((route) => partsOf(routes, route))
  return new Set(
    paths.flatMap((parts) =>
      Array.from({ length: Math.min(DEPTH, parts.length) }, (_, index) => parts.slice(0, index + 1))
        .filter((beginning) => beginning.every((part) => PLAIN.test(part)))
        .map((beginning) => beginning.join('/')),
    ),
  )
}

function idsNear(routes: Routes, beginning: string[]): Set<string> {
  const ids = new Set<string>()
  for (const route of Object.values(routes)) {
    if (!canLead(partsOf(routes, route), beginning)) continue
    for (let one: Route | undefined = route; one; one = one.parentId ? routes[one.parentId] : undefined)
      ids.add(one.id)
  }
  return ids
}

/** A part that is not plain, such as `:token` or `*`, may stand for anything. */
const canLead = (parts: string[], beginning: string[]): boolean =>
  beginning.every((part, index) => {
    const wild = parts.slice(0, index + 1).findIndex((own) => !PLAIN.test(own))
    return wild !== -1 || parts[index] === part
  })

/** A route's whole path, in parts, as its parents begin it. */
function partsOf(routes: Routes, route: Route): string[] {
  const parent = route.parentId ? routes[route.parentId] : undefined
  const own = (route.path ?? '').split('/').filter((part) => part !== '')
  return parent ? [...partsOf(routes, parent), ...own] : own
}

function withRoutes(build: ServerBuild, ids: Set<string>): ServerBuild {
  const only = <Value>(all: Record<string, Value>): Record<string, Value> =>
    Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)))
  return {
    ...build,
    routes: only(build.routes),
    assets: { ...build.assets, routes: only(build.assets.routes) },
  }
}
