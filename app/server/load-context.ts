import '@remix-run/node'

declare module '@remix-run/node' {
  interface AppLoadContext {
    /** Stands on every inline script of a page made for one visitor; absent on pages kept for all guests. */
    nonce?: string
    requestId?: string
    /** The visitor's network address; absent where a page is rendered for all guests. */
    clientAddress?: string
  }
}
