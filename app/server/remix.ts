import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AppLoadContext, createRequestHandler, type ServerBuild } from '@remix-run/node'
import type { RequestHandler } from 'express'
import { now } from '#app/platform/clock.server'
import { env } from '#app/platform/env.server'
import { bestEncoding, packQuickly, worthPacking } from '#app/server/front/encodings'
import { BodyTooLarge, bodyOf, isReadOf, isStreamed, readBody, refuseBody } from '#app/server/guards/limits'
import { clientAddress } from '#app/server/guards/rates'
import { REVIEW_PATH } from '#app/travelers/review-form'
import { mayReview } from '#app/travelers/reviews.server'
import type { StorageTrouble } from '#db/trouble.server'
import { untilWritable } from '#db/write-lock.server'
import { fairTurn, isUnsafe, pathOf } from './answer'
import { requestIdOf } from './guards/headers'
import { createNearRoutes } from './near-routes'
import { keptForm } from './show-again'
import { signedInStaff } from './staff-session.server'
import { answerTrouble } from './storage-trouble'
import type { KeptForm } from './unsaved-form'

const own = new URL(env.BASE_URL)

type Asked = Pick<IncomingMessage, 'headers'> & { originalUrl: string }

/**
 * A request as Remix sees it: at the site's own address, whatever name it came in under (rules 8.8), with a
 * body that has been read within the limit.
 */
function asRemixSeesIt(
  { originalUrl, headers }: Asked,
  { method, body, signal }: { method: string; body: Buffer<ArrayBuffer>; signal: AbortSignal },
): Request {
  const seen: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) if (value) seen[name] = String(value)
  seen.host = own.host
  delete seen['x-forwarded-host']
  // The guards have compared the origin already; Remix would compare it again with another host.
  if (seen.origin !== undefined) seen.origin = own.origin
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(own.origin + originalUrl, { method, headers: seen, signal, ...(hasBody && { body }) })
}

declare module '@remix-run/node' {
  interface AppLoadContext {
    /** Stands on every inline script of the page. */
    nonce?: string
    /**
     * Whether the page is kept for all guests: the nonce only marks our scripts then, and is taken out again.
     */
    isForAll?: boolean
    requestId?: string
    /** The visitor's network address; absent where a page is rendered for all guests. */
    clientAddress?: string
    /** What was typed before its sender turned out to be signed out, for the page that shows it again. */
    keptForm?: KeptForm
    /** The body of an upload that is read as it arrives: the request's own is empty then. */
    upload?: AsyncIterable<Buffer>
    /** What kept the database or the disk from taking what the request asked for. */
    trouble?: StorageTrouble
  }
}

type RemixHandler = ReturnType<typeof createRequestHandler>
type Build = ServerBuild | (() => Promise<ServerBuild>)

const NOTHING = Buffer.alloc(0)

/**
 * Why loaders that are still at it should stop; made once, for an error costs more than most of what it ends.
 */
const HAS_LEFT = new DOMException('The visitor has left', 'AbortError')

/** Remix behind Express: the body read within its limit, the answer made in one piece and packed once. */
export function createRemix(build: Build): RequestHandler {
  const handlerFor = createHandlers(build)
  return async (request, response, next) => {
    try {
      const isTaken = await isFromWhomItIsRead(request)
      const streams = isTaken && isStreamed({ url: request.originalUrl })
      const body = isTaken && !streams ? await readBody(request) : NOTHING
      const kept = await keptForm(request, body)
      const context: AppLoadContext = {
        nonce: response.locals.nonce,
        requestId: requestIdOf(response),
        clientAddress: clientAddress(request),
        ...(kept && { keptForm: kept }),
        ...(streams && { upload: bodyOf(request) }),
      }
      const left = new AbortController()
      // Also once all was sent: Remix would hold on to the page's data for seconds otherwise.
      response.once('close', () => left.abort(HAS_LEFT))
      const asked = kept ? { method: 'GET', body: NOTHING } : { method: request.method, body }
      const seen = asRemixSeesIt(request, { ...asked, signal: left.signal })
      if (isUnsafe(asked.method) && !(await untilWritable())) {
        answerTrouble(request, response, 'locked')
        return
      }
      await fairTurn()
      const handle = handlerFor(request.originalUrl)
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
      next(error)
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
  return (url: string) => {
    const part = near(pathOf({ url }))
    const handle = handlers.get(part) ?? createRequestHandler(part, env.NODE_ENV)
    handlers.set(part, handle)
    return handle
  }
}

/** Large bodies are read of few; a page says to everybody else why not. */
async function isFromWhomItIsRead(request: IncomingMessage & { originalUrl: string }): Promise<boolean> {
  const url = request.originalUrl
  const only = isReadOf({ url })
  if (only === 'staff') return isByStaff(request)
  return only === 'everybody' || mayReview(REVIEW_PATH.exec(pathOf({ url }))?.[1] ?? '', now())
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
