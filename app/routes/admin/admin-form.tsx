import type { ClientActionFunctionArgs, ShouldRevalidateFunction } from '@remix-run/react'
import { useEffect } from 'react'
import type { Failure, NotSentAnswer } from '#app/ui/admin/save-bar'
import { askToSignIn } from '#app/ui/admin/sign-in-again'
import { showToast } from '#app/ui/toasts/toast-message'

/** What is said while too many passwords wait to be looked at. */
export const BUSY = 'Too many people are signing in just now. Please try again in a moment.'
export const BUSY_SECONDS = '5'

// How much one file holds that staff export: the answer is made in memory.

/** About 15 MB of movements of money. */
export const MOVEMENTS_A_FILE = 50_000

/** About 25 MB of addresses. */
export const SUBSCRIBERS_A_FILE = 200_000

/** About 25 MB of contacts with usual messages. */
export const CONTACTS_A_FILE = 50_000

/**
 * The client action of every route of the admin area with a form: where the network or the site fails, or the
 * session has ended, that is said (in a toast or a dialog, and by `NotSent` in the form), and not by another
 * page in its place. What was typed stays as it is. Where a page has several forms, `failure` tells them
 * apart by what was sent.
 */
export const keepTyped =
  (failure: Failure | ((sent: FormData) => Failure)) =>
  async ({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> => {
    const sent = await request.clone().formData()
    try {
      return await serverAction()
    } catch (thrown) {
      const isSignedOut = thrown instanceof Response && leadsToSignIn(thrown)
      // The redirect after success.
      if (thrown instanceof Response && !isSignedOut) throw thrown
      const failed = typeof failure === 'function' ? failure(sent) : failure
      const advice = isSignedOut ? SIGNED_OUT : adviceAfter(thrown)
      const answer: NotSentAnswer = { notSent: { ...failed, advice } }
      if (isSignedOut) askToSignIn()
      else {
        console.error(thrown)
        showToast({ tone: 'failure', title: failed.title, description: failed.description ?? advice })
      }
      return Response.json(answer, { status: NOT_SENT })
    }
  }

/** Keeps Remix from asking the loaders again: they would fail as well while the network is down. */
const NOT_SENT = 503

/**
 * The `shouldRevalidate` of a page that is shown as it is now beside what was refused, such as a colleague's
 * text of in the meantime: by itself Remix loads nothing again after a refusal.
 */
export const lookAnewAfterRefusal: ShouldRevalidateFunction = ({ actionStatus }) => actionStatus !== NOT_SENT

/**
 * Somebody who is signed out is sent to sign in and come back: here that would take the place of what was
 * typed.
 */
const leadsToSignIn = ({ headers }: Response): boolean =>
  (headers.get('Location') ?? '').startsWith('/admin/login?next=')

const SIGNED_OUT = 'You had been signed out. Nothing is lost: press the button again.'

/** `fetch` throws a TypeError where nothing can be reached; anything else came from the site. */
const adviceAfter = (thrown: unknown) =>
  thrown instanceof TypeError
    ? 'Nothing is lost: check your connection and press the button again.'
    : 'Nothing is lost: wait a moment and press the button again.'

/** Tells a refusal, the `failed` of an answer, in a toast on top of the form's own words. */
export function useFailureToast(answer: object | undefined): void {
  useEffect(() => {
    const failed = answer && 'failed' in answer ? (answer.failed as Failure | null) : null
    if (failed) showToast({ tone: 'failure', ...failed })
  }, [answer])
}

/**
 * Begins a dialog in its first field. By an effect of the dialog's own route, after it has become modal:
 * `autoFocus` would come before, and the dialog would not know what had opened it.
 */
export function useFocusOnOpen(fieldId: string): void {
  useEffect(() => document.getElementById(fieldId)?.focus(), [fieldId])
}
