import type { SubmissionResult } from '@conform-to/react'
import {
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
  useActionData,
  useNavigation,
} from '@remix-run/react'
import { type ComponentProps, createContext, useContext, useEffect, useRef, useState } from 'react'
import { Notice } from '#app/ui/notice'
import { showToast } from '#app/ui/toasts/toast-message'
import { AdminLink, SubmitButton } from './admin-parts'
import { askToSignIn } from './sign-in-again'

/** By name, what was typed in a form of this page before its sender turned out to be signed out. */
export const KeptFormContext = createContext<Record<string, string> | null>(null)

export const useKeptForm = () => useContext(KeptFormContext)

/**
 * What a form of conform's begins with: the site's last answer, or what was typed before somebody was signed
 * out.
 */
export function useLastResult<Result extends SubmissionResult<string[]>>(
  answered: Result | null | undefined,
): Result | SubmissionResult<string[]> | null | undefined {
  const kept = useKeptForm()
  return answered ?? (kept && { status: 'error', initialValue: kept, error: {} })
}

/** What staff are told when a form could not be sent: a toast's title, and its text where one is fixed. */
export type Failure = { title: string; description?: string }

/**
 * What a form of the admin area is answered with by the browser itself when nothing came back from the site.
 */
export type NotSentAnswer = { notSent: Failure & { advice: string } }

const isNotSent = (answer: unknown): answer is NotSentAnswer =>
  typeof answer === 'object' && answer !== null && 'notSent' in answer

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
export const revalidateAfterError: ShouldRevalidateFunction = ({ actionStatus }) => actionStatus !== NOT_SENT

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

/**
 * What the site itself has answered last. A form that could not be sent keeps everything as it was: what was
 * typed, what was refused before, and the version that a colleague's text is compared with.
 */
export function useAdminAnswer<Action>() {
  const answer = useActionData<Action>()
  const [ofTheSite, setOfTheSite] = useState(answer)
  if (isNotSent(answer)) return ofTheSite
  if (answer !== ofTheSite) setOfTheSite(answer)
  return answer
}

type Props = {
  /** What is wrong with the form as a whole. */
  refused?: string | undefined
  /** Of several forms on a page: the failure that is this one's. */
  only?: Failure
  className?: string
}

/**
 * Says above a form's button why it was refused, or that it could not be sent: then it takes the focus that
 * the button lost while it was disabled.
 */
export function NotSent({ refused, only, className = '' }: Props) {
  const answer = useActionData()
  const isSending = useNavigation().state !== 'idle'
  const notice = useRef<HTMLDivElement>(null)
  const failed = !isSending && isNotSent(answer) && isAbout(only, answer.notSent) ? answer.notSent : null

  useEffect(() => {
    if (!failed) return
    notice.current?.scrollIntoView({ block: 'nearest' })
    const focused = document.activeElement
    if (focused === document.body || focused instanceof HTMLDialogElement) notice.current?.focus()
  }, [failed])

  return (
    <>
      {refused && <Notice tone="danger" role="alert" title={refused} className={className} />}
      {failed && (
        <Notice
          ref={notice}
          tabIndex={-1}
          tone="danger"
          role="alert"
          title={failed.description ?? failed.title}
          className={`outline-none ${className}`}
        >
          {failed.advice}
        </Notice>
      )}
    </>
  )
}

const isAbout = (only: Failure | undefined, { title, description }: Failure) =>
  !only || (only.title === title && only.description === description)

type SaveBarProps = Pick<ComponentProps<typeof SubmitButton>, 'label' | 'busyLabel'> & {
  backTo: string
  /** What is wrong with the form as a whole. */
  errors?: string[]
  /** What is said when it could not be sent. */
  notSent: Failure
  removeTo?: string
  removeLabel?: string
}

/** The end of a form: what is wrong with it, save, leave, and the way to removing. */
export function SaveBar({ backTo, errors, notSent, removeTo, removeLabel, ...button }: SaveBarProps) {
  const busy = useNavigation().formData?.get('intent') === 'save'
  return (
    <div>
      <NotSent refused={errors?.[0]} only={notSent} className="mb-5" />
      <div className="flex flex-wrap gap-2.5">
        <SubmitButton name="intent" value="save" busy={busy} busyLabel="Saving..." {...button} />
        <AdminLink to={backTo}>Cancel</AdminLink>
        {removeTo && (
          <AdminLink to={removeTo} preventScrollReset tone="danger" className="sm:ml-auto">
            {removeLabel}
          </AdminLink>
        )}
      </div>
    </div>
  )
}
