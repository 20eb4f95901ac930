// The least that remix-serve can serve: one page, made anew for each request, of about as many bytes as our own.
import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@remix-run/node'
import { Meta, Outlet, RemixServer, Scripts } from '@remix-run/react'
import { createElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'

const LINE = 'A line of a page that says nothing, so that there is as much of it as of another one.'
const lines = Math.ceil(Number(process.env.PAGE_BYTES ?? 40_000) / (LINE.length + '<p></p>'.length))

const Document = () =>
  createElement(
    'html',
    { lang: 'en' },
    createElement('head', null, createElement(Meta)),
    createElement('body', null, createElement(Outlet), createElement(Scripts)),
  )

const Page = () => Array.from({ length: lines }, (_, line) => createElement('p', { key: line }, LINE))

/**
 * As the framework's own entry has it.
 * @param {Request} request
 * @param {number} status
 * @param {Headers} headers
 * @param {import('@remix-run/node').EntryContext} context
 */
function handleRequest(request, status, headers, context) {
  return new Promise((resolve, reject) => {
    const page = createElement(RemixServer, { context, url: request.url })
    const { pipe } = renderToPipeableStream(page, {
      onShellReady() {
        const body = new PassThrough()
        headers.set('Content-Type', 'text/html')
        resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
        pipe(body)
      },
      onShellError: reject,
    })
  })
}

/**
 * @param {string} id
 * @param {string | undefined} parentId
 * @param {object} more
 */
const asset = (id, parentId, more) => ({
  id,
  parentId,
  module: `/assets/${id}.js`,
  hasAction: false,
  hasLoader: true,
  hasClientAction: false,
  hasClientLoader: false,
  hasErrorBoundary: false,
  ...more,
})
const loader = () => ({ said: LINE })

export const mode = 'production'
export const publicPath = '/'
export const assetsBuildDirectory = 'build/client'
export const isSpaMode = false
export const future = {
  v3_fetcherPersist: true,
  v3_relativeSplatPath: true,
  v3_throwAbortReason: true,
  v3_singleFetch: true,
  v3_lazyRouteDiscovery: false,
}
export const entry = { module: { default: handleRequest } }
export const routes = {
  root: { id: 'root', path: '', module: { default: Document, loader } },
  page: { id: 'page', parentId: 'root', index: true, module: { default: Page, loader } },
}
export const assets = {
  url: '/assets/manifest.js',
  version: '1',
  entry: { module: '/assets/entry.js', imports: [] },
  routes: { root: asset('root', undefined, { path: '' }), page: asset('page', 'root', { index: true }) },
}
