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
 * Remix suspends its first render until the loaders' data is decoded, and nothing above a document can catch
 * that: typing in that moment would end hydration with React's error 345. So it is decoded first.
 */
async function untilDecoded() {
  try {
    RemixBrowser({})
  } catch (decoding) {
    await decoding
  }
}
