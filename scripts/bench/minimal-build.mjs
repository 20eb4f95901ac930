// The least that remix-serve can serve: one page, made again for each request, of about this many bytes.
import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@remix-run/node'
import { Meta, Outlet, RemixServer, Scripts } from '@remix-run/react'
import { createElement as element } from 'react'
import { renderToPipeableStream } from 'react-dom/server'

const LINE = 'A line of a page that says nothing, so that there is as much of it as of another one.'
const lines = Math.ceil(Number(process.env.PAGE_BYTES) / (LINE.length + '<p></p>'.length))

const head = element('head', null, element(Meta))
const body = element('body', null, element(Outlet), element(Scripts))
const Document = () => element('html', { lang: 'en' }, head, body)
const Page = () => Array.from({ length: lines }, (_, line) => element('p', { key: line }, LINE))
const loader = () => ({ said: LINE })

/** @type {import('@remix-run/node').HandleDocumentRequestFunction} As the framework's own entry has it. */
const handleRequest = (request, status, headers, context) =>
  new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(element(RemixServer, { context, url: request.url }), {
      onShellReady() {
        const body = new PassThrough()
        headers.set('Content-Type', 'text/html')
        resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
        pipe(body)
      },
      onShellError: reject,
    })
  })

/** @param {string} id */
const inBrowser = (id) => {
  const has = { hasAction: false, hasLoader: true, hasErrorBoundary: false }
  return { id, path: '', module: `/assets/${id}.js`, ...has, hasClientAction: false, hasClientLoader: false }
}
export const mode = 'production'
export const publicPath = '/'
export const assetsBuildDirectory = 'build/client'
export const isSpaMode = false
const flags = ['v3_fetcherPersist', 'v3_relativeSplatPath', 'v3_throwAbortReason', 'v3_singleFetch']
export const future = Object.fromEntries(flags.map((flag) => [flag, true]))
export const entry = { module: { default: handleRequest } }
export const routes = {
  root: { id: 'root', path: '', module: { default: Document, loader } },
  page: { id: 'page', parentId: 'root', index: true, module: { default: Page, loader } },
}
export const assets = {
  ...{ url: '/assets/manifest.js', version: '1', entry: { module: '/assets/entry.js', imports: [] } },
  routes: { root: inBrowser('root'), page: { ...inBrowser('page'), parentId: 'root', index: true } },
}
