import '@remix-run/node'
import type { KeptForm } from '#app/routes/admin/kept-form'
import type { StorageTrouble } from '#db/trouble.server'

declare module '@remix-run/node' {
  interface AppLoadContext {
    /** Stands on every inline script of the page. */
    nonce?: string
    /** Whether the page is kept for all guests: the nonce only marks our scripts then, and is taken out again. */
    isForAll?: boolean
    /** Takes the page as the text that it is, past the answer's body, which would encode it and stream it first. */
    takePage?: (page: string) => void
    requestId?: string
    /** The visitor's network address; absent where a page is rendered for all guests. */
    clientAddress?: string
    /** What was typed before its sender turned out to be signed out, for the page that shows it again. */
    keptForm?: KeptForm
    /** What kept the database or the disk from taking what the request asked for. */
    trouble?: StorageTrouble
  }
}
