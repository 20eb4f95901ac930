import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ServerBuild } from '@remix-run/node'
import * as remix from '@remix-run/react'
import { Await, Outlet, Scripts, useLoaderData, useLocation } from '@remix-run/react'
import { Suspense } from 'react'
import * as entry from '#app/entry.server'
import * as films from '#app/routes/admin/settings/films'
import { action as inquiryCall } from '#app/routes/api/contact'
import { answerContactForm } from '#app/routes/site/answer-forms.server'
import * as ours from '#app/ui/link'
import { useNonce } from '#app/ui/shell/page-handle'

type RouteModule = ServerBuild['routes'][string]['module']

/** How often the pages of this build were made: what the front keeps is made once. */
export const made = { home: 0, gallery: 0, checkout: 0 }

/** What an action was reached with; a refused request leaves nothing here. */
export const reached: string[] = []

const ROUTES: Record<string, { path?: string; index?: true; module: RouteModule }> = {
  home: { index: true, module: page(() => ({ shown: `made ${++made.home} times` })) },
  contact: { path: 'contact', module: aModule({ ...page(() => ({ shown: 'contact' })), action: reach }) },
  gallery: {
    path: 'gallery',
    module: page(() => {
      made.gallery += 1
      return new Response(JSON.stringify({ shown: 'yours' }), {
        headers: { 'Content-Type': 'application/json', 'Set-Cookie': 'seen=1' },
      })
    }),
  },
  checkout: { path: 'checkout', module: aModule({ ...page(payHere), action: reach }) },
  'twende-home': {
    path: 'twende-home',
    module: aModule({
      loader: () => ({}),
      // biome-ignore lint/security/noDangerouslySetInnerHtml: what must never happen, and is not let run
      default: () => <div dangerouslySetInnerHTML={{ __html: '<script>steal()</script>' }} />,
    }),
  },
  broken: {
    path: 'broken',
    module: page(() => {
      throw new Error('the secret reason')
    }),
  },
  'broken-component': {
    path: 'broken-component',
    module: aModule({
      loader: () => ({}),
      default: () => {
        throw new Error('the secret reason')
      },
    }),
  },
  'broken-shell': { path: 'broken-shell', module: page(() => ({ shown: 'breaks the document' })) },
  'broken-action': {
    path: 'broken-action',
    module: aModule({
      ...page(() => ({ shown: 'a form' })),
      action: () => {
        throw new Error('the secret reason')
      },
    }),
  },
  'broken-promise': {
    path: 'broken-promise',
    module: aModule({
      loader: () => ({ later: nextTurn().then(() => Promise.reject(new Error('the secret reason'))) }),
      default: Later,
    }),
  },
  'kept-promise': {
    path: 'kept-promise',
    module: aModule({ loader: () => ({ later: nextTurn().then(() => 'came later') }), default: Later }),
  },
  links: { path: 'links', module: aModule({ loader: () => ({}), default: Links }) },
  'not-found': {
    path: '*',
    module: page(() => {
      throw new Response(null, { status: 404 })
    }),
  },
  films: { path: 'admin/settings/films', module: aModule(films) },
  film: { path: 'admin/settings/films/:id', module: aModule(films) },
  inquire: {
    path: 'inquire',
    module: aModule({
      ...page(() => ({ shown: 'a form that writes' })),
      action: ({ request }: { request: Request }) => answerContactForm(request, null),
    }),
  },
  'api-inquire': { path: 'api/inquire', module: aModule({ action: inquiryCall }) },
  'api-contact': { path: 'api/contact', module: aModule({ action: reach }) },
  webhook: { path: 'api/stripe/webhook', module: aModule({ action: reach }) },
  'seen-address': {
    path: 'seen-address',
    module: aModule({ loader: ({ request }: { request: Request }) => new Response(request.url) }),
  },
}

function payHere() {
  made.checkout += 1
  return { shown: 'pay here' }
}

/** A Remix build of a few pages, with the site's own entry. */
export const smallBuild: ServerBuild = {
  mode: 'test',
  entry: { module: entry },
  publicPath: '/',
  assetsBuildDirectory: 'build/client',
  isSpaMode: false,
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_lazyRouteDiscovery: false,
  },
  assets: {
    url: '/assets/manifest.js',
    version: '1',
    entry: { module: '/assets/entry.js', imports: [] },
    routes: Object.fromEntries(
      ['root', ...Object.keys(ROUTES)].map((id) => [
        id,
        {
          id,
          parentId: id === 'root' ? undefined : 'root',
          path: id === 'root' ? '' : ROUTES[id]?.path,
          index: ROUTES[id]?.index,
          module: `/assets/${id}.js`,
          hasAction: true,
          hasLoader: true,
          hasClientAction: false,
          hasClientLoader: false,
          hasErrorBoundary: id === 'root',
        },
      ]),
    ),
  },
  routes: {
    root: {
      id: 'root',
      path: '',
      module: aModule({ default: Outlet, Layout: Document, ErrorBoundary: () => <h1>It broke</h1> }),
    },
    ...Object.fromEntries(
      Object.entries(ROUTES).map(([id, { path, index, module }]) => [
        id,
        { id, parentId: 'root', path, index, module },
      ]),
    ),
  },
}

function Document({ children }: { children: React.ReactNode }) {
  if (useLocation().pathname === '/broken-shell') throw new Error('the secret reason')
  return (
    <html lang="en">
      <body>
        {children}
        <Scripts nonce={useNonce()} />
      </body>
    </html>
  )
}

function Page() {
  return <h1>{useLoaderData<{ shown: string }>().shown}</h1>
}

function Later() {
  const { later } = useLoaderData<{ later: Promise<string> }>()
  return (
    <Suspense fallback={<p>soon</p>}>
      <Await resolve={later}>{(words) => <h1>{words}</h1>}</Await>
    </Suspense>
  )
}

/** The same links twice: as the site writes them, and as Remix does. */
function Links() {
  return [ours, remix].map(({ Link, NavLink }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: there are two
    <section key={index}>
      <Link to="/contact?from=links#form" className="quiet" aria-label="Write" prefetch="intent" />
      <Link to="/pay" reloadDocument preventScrollReset replace state={{ from: 'links' }} />
      <Link to="?page=2" />
      <Link to="https://example.com/" />
      <NavLink to="/links" end className="menu" />
      <NavLink to="/link" className="menu" />
      <NavLink to="/" end className="menu" />
    </section>
  ))
}

function page(loader: () => unknown) {
  return aModule({ loader, default: Page })
}

/** The cast holds for what Remix calls of a module: it is the type of a whole one that is too narrow here. */
function aModule(parts: object): RouteModule {
  return parts as RouteModule
}

async function reach({ request }: { request: Request }) {
  const text = await request.text()
  reached.push(`${request.method} ${new URL(request.url).pathname}`)
  return new Response(JSON.stringify({ length: text.length }), {
    headers: { 'Content-Type': 'application/json' },
  })
}
