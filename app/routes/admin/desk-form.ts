import type { SubmissionResult } from '@conform-to/react'
import type { ClientActionFunctionArgs } from '@remix-run/react'
import { useEffect } from 'react'
import { showToast } from '#app/toasts/show-toast'

type Failure = { title: string; description: string }

/** What a form of the desk is answered with when it stays on screen; `failed` is told in a toast as well. */
export type DeskAnswer = { submission: SubmissionResult; failed?: Failure }

/**
 * The client action of a form: where the network or the site fails, that is told in the form, which keeps what was
 * typed, and not by the error screen in its place.
 */
export const keepTyped =
  (failed: Failure) =>
  async ({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> => {
    const sent = await request.clone().formData()
    try {
      return await serverAction()
    } catch (thrown) {
      // The redirect after success.
      if (thrown instanceof Response) throw thrown
      const answer: DeskAnswer = {
        submission: {
          status: 'error',
          initialValue: withoutPasswords(sent),
          error: { '': [failed.description] },
        },
        failed,
      }
      // The status keeps Remix from asking the loaders anew: they would fail as well while the network is down.
      return Response.json(answer, { status: 503 })
    }
  }

const withoutPasswords = (sent: FormData) =>
  Object.fromEntries(
    [...sent].flatMap(([name, value]) =>
      typeof value === 'string' && !/password/i.test(name) ? [[name, value]] : [],
    ),
  )

/** Tells a refusal in a toast on top of the form's own words. */
export function useFailureToast(answer: DeskAnswer | undefined): void {
  useEffect(() => {
    if (answer?.failed) showToast({ tone: 'failure', ...answer.failed })
  }, [answer])
}

/**
 * Begins a dialog in its first field. By an effect of the dialog's own route, after it has become modal: `autoFocus`
 * would come before, and the dialog would not know what had opened it.
 */
export function useFocusOnOpen(fieldId: string): void {
  useEffect(() => document.getElementById(fieldId)?.focus(), [fieldId])
}
