// Whether somebody at the desk turned out to be signed out when a form was sent, and is asked to sign in again.

let isAsked = false
const listeners = new Set<() => void>()

function set(asked: boolean): void {
  isAsked = asked
  for (const listener of listeners) listener()
}

/** Opens the dialog that signs in again: the page stays as it is. For the browser. */
export const askToSignIn = (): void => set(true)

export const closeSignIn = (): void => set(false)

export const isAskedToSignIn = (): boolean => isAsked

export function onSignInAsked(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
