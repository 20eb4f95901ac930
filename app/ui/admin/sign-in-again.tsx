import { type FormEvent, useEffect, useRef, useState } from 'react'
import { TextField } from '#app/ui/field'
import { Notice } from '#app/ui/notice'
import { showToast } from '#app/ui/toasts/toast-message'
import { adminButton } from './admin-parts'

const ASKED = 'asked-to-sign-in'

/** Opens the dialog that signs in again: the page stays as it is. For the browser. */
export const askToSignIn = (): boolean => window.dispatchEvent(new Event(ASKED))

/** Where staff sign in again without leaving the page: the session had ended when they sent a form. */
export function SignInAgain({ username }: { username: string }) {
  const [isAsked, setIsAsked] = useState(false)
  useEffect(() => {
    const open = () => setIsAsked(true)
    window.addEventListener(ASKED, open)
    return () => window.removeEventListener(ASKED, open)
  }, [])
  return isAsked ? <SignInDialog username={username} close={() => setIsAsked(false)} /> : null
}

function SignInDialog({ username, close }: { username: string; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const [needsCode, setNeedsCode] = useState(false)

  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    element?.querySelector<HTMLElement>('[type=password]')?.focus()
    return () => {
      element?.close()
      focusNotice()
    }
  }, [])

  useEffect(() => {
    if (needsCode) dialog.current?.querySelector<HTMLElement>('[name=code]')?.focus()
  }, [needsCode])

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const typed = Object.fromEntries(new FormData(event.currentTarget))
    setIsBusy(true)
    setRefused(null)
    const answer = await signIn(typed)
    setIsBusy(false)
    if (answer?.needsCode) setNeedsCode(true)
    if (answer) return setRefused(answer.words)
    close()
    showToast(SIGNED_IN)
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby="sign-in-again"
      className="admin-dialog"
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
    >
      <h2 id="sign-in-again" className="font-semibold text-xl">
        You have been signed out
      </h2>
      <p className="mt-2 mb-5 text-sm">
        Nothing was saved yet, and nothing is lost: sign in, and everything on this page is still here.
      </p>
      <form onSubmit={send} className="grid gap-4.5">
        <TextField
          name="username"
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={username}
          required
        />
        <TextField
          name="password"
          type="password"
          label="Password"
          autoComplete="current-password"
          required
        />
        {needsCode && (
          <TextField
            name="code"
            label="The six digits from your app, or a recovery code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        )}
        {refused && <Notice tone="danger" role="alert" title={refused} />}
        <div className="flex flex-wrap justify-end gap-2.5">
          <button type="button" onClick={close} className={adminButton('plain')}>
            Not now
          </button>
          <button type="submit" aria-busy={isBusy} className={adminButton('main')}>
            {isBusy ? 'Signing in...' : 'Sign in'}
          </button>
        </div>
      </form>
    </dialog>
  )
}

const SIGNED_IN = {
  tone: 'success',
  title: 'You are signed in again',
  description: 'Nothing was saved in the meantime: please press the button again.',
} as const

type Refusal = { words: string; needsCode?: boolean }

/** Signs in by the call, which sets the cookie; answers why not, or null. */
async function signIn(typed: object): Promise<Refusal | null> {
  try {
    const answer = await fetch('/api/admin/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(typed),
    })
    if (answer.ok) return null
    const { message, errors } = (await answer.json()) as { message: string; errors?: { code?: string[] } }
    if (errors?.code) return { words: message, needsCode: true }
    return { words: answer.status === 401 ? 'Invalid credentials. Please try again.' : message }
  } catch (error) {
    console.error('Signing in failed', error)
    return { words: 'The site cannot be reached. Please check your connection and try again.' }
  }
}

/**
 * The button that was pressed had lost its focus while it was disabled: what the form says is just above it.
 */
function focusNotice() {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('.admin [role=alert][tabindex="-1"]')?.focus()
}
