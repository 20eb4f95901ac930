import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { APP_ELEMENT, rememberFields } from './ui/shell/typed-before'

const app = document.getElementById(APP_ELEMENT)

if (app) void untilDecoded().then(() => setTimeout(() => startTransition(() => takeOver(app))))

/** What only others put into our page: a translator's, and an extension's own elements. */
const NOT_OURS = 'font, :not(:defined)'

/**
 * A translator puts its own elements where React still holds the texts: taking such a text away, or putting
 * something before it, would throw, and the whole page would be gone.
 */
function outliveTranslators() {
  const { insertBefore, removeChild } = Node.prototype
  Node.prototype.removeChild = function <Child extends Node>(child: Child): Child {
    return child.parentNode === this ? removeChild.call<Node, [Child], Child>(this, child) : child
  }
  Node.prototype.insertBefore = function <Child extends Node>(child: Child, next: Node | null): Child {
    const place = next?.parentNode === this ? next : null
    return insertBefore.call<Node, [Child, Node | null], Child>(this, child, place)
  }
}

/**
 * React takes over our own element, and not the document (ui/shell/page-document). A page that someone else
 * has changed in there is made again, for its texts and elements are not those that React would find.
 */
function takeOver(element: HTMLElement) {
  outliveTranslators()
  rememberFields(element)
  const page = (
    <StrictMode>
      <RemixBrowser />
    </StrictMode>
  )
  if (element.querySelector(NOT_OURS)) createRoot(element).render(page)
  else hydrateRoot(element, page)
}

/**
 * Remix suspends its first render until the loaders' data is decoded, and nothing above it can catch that:
 * typing in that moment would end hydration with React's error 345. So it is decoded first.
 */
async function untilDecoded() {
  try {
    RemixBrowser({})
  } catch (decoding) {
    await decoding
  }
}
