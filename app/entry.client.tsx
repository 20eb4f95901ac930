import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'

void untilDecoded().then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    )
  }),
)

/**
 * Remix suspends its first rendering until it has decoded the loaders' data, and nothing above a document can
 * catch that: a guest who types in that moment would end hydration with React's error 345. So it is decoded
 * first.
 */
async function untilDecoded() {
  try {
    RemixBrowser({})
  } catch (decoding) {
    await decoding
  }
}
