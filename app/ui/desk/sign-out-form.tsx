import type { FormEvent } from 'react'

/** Ends the session. With scripts by a call, so that the page stays as it is where that fails. */
export const SignOutForm = () => (
  <form method="post" action="/admin/logout" onSubmit={signOut}>
    <button type="submit" className="desk-quiet-button">
      Sign out
    </button>
  </form>
)

/** A new document, so that nothing read before is kept. A failure is only logged. */
async function signOut(event: FormEvent) {
  event.preventDefault()
  try {
    const answer = await fetch('/api/admin/logout', { method: 'POST' })
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
    window.location.assign('/admin/login')
  } catch (error) {
    console.error('Signing out failed', error)
  }
}
