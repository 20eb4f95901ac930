import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequestHandler } from '@remix-run/express'
import type { AppLoadContext, ServerBuild } from '@remix-run/node'
import type { RequestHandler } from 'express'
import { env } from '#app/env.server'
import { signedInStaff } from '#app/routes/admin/staff-session.server'
import { bestEncoding, packQuickly, worthPacking } from '#app/server/front/encodings'
import { clientAddress } from '#app/server/guards/client-address'
import { BodyTooLarge, isForStaff, readBody, refuseBody } from '#app/server/guards/limits'
import { pathOf } from './answer'
import { fairTurn } from './fair-turn'
import { createNearRoutes } from './near-routes'
import { asRemixSeesIt } from './remix-request'
import { requestIdOf } from './request-id'
import { keptForm } from './show-again'
import { answerTrouble } from './storage-trouble'
import { type Whole, WholeAnswer } from './whole-answer'
import { notePosition } from './written-position.server'
import './load-context'

const NOTHING = Buffer.alloc(0)

/** Remix behind Express: the body read within its limit, the answer made in one piece and packed once. */
export function createRemix(build: ServerBuild | (() => Promise<ServerBuild>)): RequestHandler {
  const handlerFor = createHandlers(build)
  return async (request, response, next) => {
    try {
      const body = isForStaff({ url: request.originalUrl })
        ? await readUpload(request)
        : await readBody(request)
      const kept = await keptForm(request, body)
      const context: AppLoadContext = {
        nonce: response.locals.nonce,
        requestId: requestIdOf(response),
        clientAddress: clientAddress(request),
        ...(kept && { keptForm: kept }),
      }
      const written = notePosition()
      const answer = new WholeAnswer(context, (whole) => {
        if (context.trouble) answerTrouble(request, response, context.trouble)
        else void send(request, response, whole, written).catch(next)
      })
      response.once('close', () => answer.destroy())
      const seen = kept
        ? asRemixSeesIt(request, 'GET', NOTHING)
        : asRemixSeesIt(request, request.method, body)
      await fairTurn()
      await handlerFor(request.originalUrl)(seen, answer.asResponse(), next)
    } catch (error) {
      if (error instanceof BodyTooLarge) return refuseBody(request, response)
      // A visitor who leaves while sending is no error of ours.
      if (!request.complete) return void response.destroy()
      next(error)
    }
  }
}

/** One handler for each part of the site; while a build may change there is one for all. */
function createHandlers(build: ServerBuild | (() => Promise<ServerBuild>)): (url: string) => RequestHandler {
  const handlerOf = (some: typeof build) =>
    createRequestHandler({
      build: some,
      mode: env.NODE_ENV,
      getLoadContext: (_, response) => response.locals,
    })
  if (typeof build === 'function') {
    const handle = handlerOf(build)
    return () => handle
  }
  const near = createNearRoutes(build)
  const handlers = new Map<ServerBuild, RequestHandler>()
  return (url) => {
    const part = near(pathOf({ url }))
    const handle = handlers.get(part) ?? handlerOf(part)
    handlers.set(part, handle)
    return handle
  }
}

/** Fifteen megabytes are kept in memory for staff only; the page sends everybody else to sign in. */
async function readUpload(request: IncomingMessage): Promise<Buffer> {
  const cookies = new Request(env.BASE_URL, { headers: { Cookie: request.headers.cookie ?? '' } })
  return (await signedInStaff(cookies)) ? readBody(request) : NOTHING
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Whole,
  written: () => Promise<string | null>,
) {
  const position = await written()
  const type = String(headers['content-type'] ?? '')
  const encoding = bestEncoding(request.headers['accept-encoding'], ['br', 'gzip'])
  const packs = encoding !== 'identity' && !headers['content-encoding'] && worthPacking(type, body.length)
  const packed = packs ? await packQuickly[encoding](body) : body
  response.writeHead(status, {
    'cache-control': 'no-store',
    ...headers,
    ...(position && { 'set-cookie': [headers['set-cookie'] ?? [], position].flat().map(String) }),
    ...(worthPacking(type, body.length) && {
      vary: [headers.vary ?? [], 'Accept-Encoding'].flat().join(', '),
    }),
    ...(packs && { 'content-encoding': encoding }),
    ...(sendsBody(request, status) && { 'content-length': packed.length }),
  })
  response.end(sendsBody(request, status) ? packed : undefined)
}

const sendsBody = ({ method }: IncomingMessage, status: number) =>
  method !== 'HEAD' && status !== 204 && status !== 304
