import { Links, Meta, Scripts, ScrollRestoration, useMatches } from '@remix-run/react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { APP_ELEMENT, putBackTyped } from './typed-before'

const IN_BROWSER = typeof document !== 'undefined'

type InsideProps = { lang?: string; id?: string; children: ReactNode }

/** In the browser these stand around React, which counts its ids by where a thing is among its siblings. */
const Inside = ({ children }: InsideProps) => children

const Html = IN_BROWSER ? Inside : 'html'
const Body = IN_BROWSER ? Inside : 'body'
const App = IN_BROWSER ? Inside : 'div'
const Head = IN_BROWSER ? LiveHead : ServedHead
const Foot = IN_BROWSER ? TypedBefore : Scripts

type DocumentProps = { plain: boolean | undefined; nonce: string | undefined; children: ReactNode }

/**
 * The document of a page. The server writes all of it; in the browser React takes over what is in our own
 * element alone, because extensions and translators change html, head and body before it comes.
 */
export const PageDocument = ({ plain, nonce, children }: DocumentProps) => (
  <Html lang="en-US">
    <Head />
    <Body>
      <App id={APP_ELEMENT}>
        {children}
        {!plain && <ScrollRestoration nonce={nonce} />}
      </App>
      {!plain && <Foot nonce={nonce} />}
    </Body>
  </Html>
)

function ServedHead() {
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="theme-color" content="#704B37" />
      <Meta />
      <Links />
    </head>
  )
}

/**
 * Title and metadata follow from page to page. They are rendered out of the document, and what has changed is
 * copied into it: whatever else stands there stays.
 */
function LiveHead() {
  useMatches()
  const [rendered, setRendered] = useState<HTMLElement>()
  const shown = useRef<Element[]>()
  // In a task of its own: the page is being taken over.
  useEffect(() => setRendered(document.createElement('head')), [])
  useLayoutEffect(() => {
    if (!rendered) return
    const next = [...rendered.children].map((one) => one.cloneNode(true) as Element)
    const differs = (one: Element) => !shown.current?.some((other) => other.isEqualNode(one))
    for (const one of shown.current ?? []) {
      if (next.some((other) => other.isEqualNode(one))) continue
      for (const old of document.head.querySelectorAll(`:scope > ${one.localName}`))
        if (one.localName === 'title' || old.isEqualNode(one)) old.remove()
    }
    if (shown.current) document.head.append(...next.filter(differs))
    shown.current = next.map((one) => one.cloneNode(true) as Element)
  })
  return rendered ? createPortal(<Meta />, rendered) : null
}

/** Where React could not take a page over, it makes it again: what was typed by then is put back. */
function TypedBefore(_: { nonce: string | undefined }) {
  const tell = useRef<() => void>()
  useLayoutEffect(() => {
    tell.current = putBackTyped()
  }, [])
  useEffect(() => tell.current?.(), [])
  return null
}
