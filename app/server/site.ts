import { randomBytes } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import type Database from 'better-sqlite3'
import { env } from '#app/platform/env.server'
import { log, reasonOf } from '#app/platform/log.server'
import { createFrontPages } from '#app/server/front/cached-page'
import { createPhotos } from '#app/server/front/files'
import { contentSecurityPolicy } from '#app/server/guards/content-security-policy'
import { createGuards, hasForeignHost } from '#app/server/guards/guards'
import { overLimits } from '#app/server/guards/limits'
import { presentFileOf } from '#app/site/gallery.server'
import { PHOTO_FOLDER } from '#app/site/photo-files.server'
import { primaryNow } from '#db/connection.server'
import { storageTrouble } from '#db/trouble.server'
import {
  answerPlainly,
  everyHeader,
  NOT_READY,
  pathOf,
  readiness,
  requestIdOf,
  setEveryHeader,
} from './guards/answer'
import { createRemix } from './remix'
import { answerTrouble, sendToPrimary } from './storage-trouble'
import { logRequest, type RequestKind } from './watch/requests.server'

type Site = {
  build: ServerBuild | (() => Promise<ServerBuild>)
  sqlite: Database.Database
  /** Answers for files; true when it has taken the request. */
  assets: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Answers `/metrics`; null where no token is set. */
  metrics?: ((request: IncomingMessage, response: ServerResponse) => boolean) | null
  /** Null while pages change under the developer's hands: nothing is cached then. */
  freshness: (() => string) | null
  /** What development answers before the pages; true when it has answered. */
  development?: ((request: IncomingMessage, response: ServerResponse) => Promise<boolean>) | null
}

/** The site as one listener. A request meets, in order: limits → front → guards → Remix (decision 001). */
export function createSite(site: Site): RequestListener {
  const { build, sqlite, assets, freshness, metrics = null, development = null } = site
  const refuses = createGuards()
  const remix = createRemix(build)
  const health = createHealth(sqlite)
  const photos = createPhotos(PHOTO_FOLDER, (request, response) => {
    if (primaryNow() !== null) {
      sendToPrimary(request, response)
      return true
    }
    const present = presentFileOf(pathOf(request))
    if (present === null) return false
    response
      .writeHead(302, { ...everyHeader(response), Location: present, 'Cache-Control': 'no-cache' })
      .end()
    return true
  })
  const pageForOne = async (request: IncomingMessage, response: ServerResponse) => {
    // A page of the front may have turned out to be someone's own.
    response.takenBy = undefined
    setEveryHeader(response)
    // LiteFS may have made this machine the primary, or a replica: the connection follows.
    primaryNow()
    if (await refuses(request, response)) return
    if (await development?.(request, response)) return
    await remix(request, response, setPolicy(request, response, freshness === null))
  }
  const forOne: RequestListener = (request, response) => {
    pageForOne(request, response).catch((error) => failed(error, request, response))
  }
  const cachedPages = freshness
    ? createFrontPages({ render: forGuests(build), freshness, passOn: forOne })
    : () => false
  const front = (request: IncomingMessage, response: ServerResponse) =>
    took('machine', response, health(request, response) || (metrics?.(request, response) ?? false)) ||
    (!hasForeignHost(request) &&
      (took('file', response, assets(request, response) || photos(request, response)) ||
        took('front', response, cachedPages(request, response))))

  return (request, response) => {
    logRequest(request, response)
    try {
      overLimits(request, response) || front(request, response) || forOne(request, response)
    } catch (error) {
      failed(error, request, response)
    }
  }
}

/** Notes who has taken a request, for the figures. */
function took(kind: RequestKind, response: ServerResponse, hasTaken: boolean): boolean {
  if (hasTaken) response.takenBy = kind
  return hasTaken
}

/** Sets the page's own Content-Security-Policy and gives the nonce in it. */
function setPolicy(request: IncomingMessage, response: ServerResponse, development: boolean): string {
  const nonce = randomBytes(16).toString('base64')
  const policy = { path: pathOf(request), scripts: [`'nonce-${nonce}'`], development }
  response.setHeader('Content-Security-Policy', contentSecurityPolicy(policy))
  return nonce
}

/** Asks Remix for a page as any guest would see it. */
function forGuests(build: Site['build']) {
  const handle = createRequestHandler(build, env.NODE_ENV)
  return async (address: string, nonce: string) => {
    const rendered = new AbortController()
    const request = new Request(env.BASE_URL + address, { signal: rendered.signal })
    return handle(request, { nonce, isForAll: true }).finally(() => rendered.abort())
  }
}

function failed(error: unknown, request: IncomingMessage, response: ServerResponse) {
  const trouble = storageTrouble(error)
  if (trouble !== 'copy') log.error({ err: error, requestId: requestIdOf(response) }, 'A request failed')
  if (response.headersSent) response.destroy()
  else if (trouble) answerTrouble(request, response, trouble)
  else answerPlainly(request, response, 500, 'Something went wrong on our side. Please try again.')
}

/**
 * GET /healthz: 200 only if the database answers, else 503; the reason is in the log. GET /readyz: 200 while
 * requests are taken, 503 while the site stops; while it starts, `notReady` answers. True when it has
 * answered.
 */
function createHealth(sqlite: Database.Database) {
  return function health(request: IncomingMessage, response: ServerResponse): boolean {
    const path = pathOf(request)
    if (path === '/readyz') {
      if (readiness.isStopping) answerPlainly(request, response, 503, NOT_READY)
      else answerPlainly(request, response, 200, 'ok')
      return true
    }
    if (path !== '/healthz') return false
    try {
      sqlite.prepare('select 1').get()
      answerPlainly(request, response, 200, 'ok')
    } catch (error) {
      log.error({ reason: reasonOf(error) }, 'The database does not answer')
      answerPlainly(request, response, 503, 'The site is down.')
    }
    return true
  }
}
