import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { AppLoadContext, EntryContext, HandleErrorFunction } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import type { ReactElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { manifestFor } from '#app/server/front/guest-routes'
import { fairTurn } from '#app/server/guards/answer'
import { loggablePath } from '#app/server/watch/requests.server'
import { NonceContext } from '#app/ui/shell/page-handle'
import { storageTrouble } from '#db/trouble.server'
import { env } from './platform/env.server'
import { log } from './platform/log.server'

const RENDERING_LIMIT = 8_000

/** Renders a page in one piece. Loading and rendering take separate turns, so others are served. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  { nonce, isForAll = false }: AppLoadContext,
): Promise<Response> {
  await fairTurn()
  const page = (
    <NonceContext.Provider value={nonce}>
      <RemixServer context={withItsRoutes(context)} url={request.url} nonce={nonce} />
    </NonceContext.Provider>
  )
  const html = (await rendered(page)).toString()
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(inTime(html, nonce, isForAll), { status, headers })
}

/** In development there is one list of routes, made again with each change. */
function withItsRoutes(context: EntryContext): EntryContext {
  if (env.NODE_ENV === 'development') return context
  const pages = context.staticHandlerContext.matches.map(({ route }) => route.id)
  return Object.assign(context, { manifest: manifestFor(context.manifest, pages) })
}

/** Remix complains of anyone who asks by `?_data=`, as apps before single fetch did; anyone can. */
const isAboutOldData = (error: unknown, url: string): boolean =>
  error instanceof Error && error.message.includes('?_data requests') && url.includes('_data=')

/** Logs what went wrong, once. Visitors who left, missing pages and addresses of older apps are no errors. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  if (isAboutOldData(error, request.url)) return
  const trouble = storageTrouble(error)
  if (trouble) context.trouble = trouble
  // The primary answers instead: nothing has failed.
  if (trouble === 'copy') return
  log.error(
    { err: error, requestId: context.requestId, path: loggablePath(new URL(request.url).pathname) },
    'A page failed',
  )
}

/**
 * The whole page; rejects with the first thing thrown, for which Remix shows the error screen. After a failed
 * shell React still calls onAllReady, where the rejection of a pipe would go unhandled.
 */
function rendered(page: ReactElement): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let thrown: { error: unknown } | null = null
    const { pipe, abort } = renderToPipeableStream(page, {
      // One piece: React would move a large boundary behind the page and put it in place by script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        clearTimeout(limit)
        if (thrown) reject(thrown.error)
        else resolve(fairTurn().then(() => buffer(pipe(new PassThrough()))))
      },
      onShellError(error) {
        clearTimeout(limit)
        reject(error)
      },
      onError(error) {
        thrown ??= { error }
      },
    })
    const limit = setTimeout(() => abort(new Error('Rendering took too long')), RENDERING_LIMIT)
  })
}

/** Scripts come after the content (rules 9.9); not in development, where React would warn. */
function inTime(page: string, nonce: string | undefined, isForAll: boolean): string {
  if (env.NODE_ENV === 'development') return page
  return isForAll ? withLateModules(page, nonce) : withPatientModules(page)
}

/**
 * Runs in the browser, as text. Modules wait until what is seen first is painted, pictures for the first
 * paint, sections far below until idle, one a frame. Each module is asked for in a task of its own, for
 * phones; a tab in the background paints nothing, and waits a second after load.
 */
const START = `{
let waits = true;
const seen = () => document.documentElement.removeAttribute("data-unseen");
const idle = window.requestIdleCallback ?? ((task) => setTimeout(task, 300));
const render = () => {
  const section = document.querySelector(".rendered-late:not([data-rendered])");
  if (!section) return document.documentElement.removeAttribute("data-late");
  section.dataset.rendered = "";
  requestAnimationFrame(() => idle(render));
};
const start = () => {
  seen();
  if (!waits) return;
  waits = false;
  setTimeout(() => idle(render), 1500);
  for (const link of document.querySelectorAll("link[rel=late-module]"))
    setTimeout(() => { link.rel = "modulepreload" });
  setTimeout(() => {
    const module = document.createElement("script");
    module.type = "module";
    module.text = document.querySelector("script[type=late-module]").text;
    document.head.append(module);
    module.remove();
  });
};
const painted = new Promise((told) => {
  try { new PerformanceObserver(told).observe({ type: "paint", buffered: true }) } catch {}
});
painted.then(seen);
addEventListener("load", () => {
  painted.then(start);
  setTimeout(start, 1000);
});
}`

/**
 * Puts a guest's page before its scripts, which would take bandwidth from the fonts and the first picture,
 * whatever their priority. React hydrates all the same: only attributes differ, and it leaves those alone.
 */
function withLateModules(page: string, nonce = ''): string {
  const script = `<script nonce="${nonce}"`
  return page
    .replace('<html ', '<html data-unseen="" data-late="" ')
    .replaceAll('<link rel="modulepreload"', '<link rel="late-module"')
    .replace(`${script} type="module" async="">`, `${script} type="late-module">`)
    .replace(`${script}>window.__remixContext`, () => `${script}>${START}window.__remixContext`)
}

/** The same for a page that is there for its scripts: they start at once, after the content. */
const withPatientModules = (page: string): string =>
  page.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
