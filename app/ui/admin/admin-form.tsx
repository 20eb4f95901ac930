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

/** By field name, what was typed in a form of this page before the session turned out to have ended. */
export const UnsavedFormContext = createContext<Record<string, string> | null>(null)

export const useUnsavedForm = () => useContext(UnsavedFormContext)

/** The last result of a conform form, or what was typed before the session ended. */
export function useLastResult<Result extends SubmissionResult<string[]>>(
  answered: Result | null | undefined,
): Result | SubmissionResult<string[]> | null | undefined {
  const unsaved = useUnsavedForm()
  return answered ?? (unsaved && { status: 'error', initialValue: unsaved, error: {} })
}

/** Why a form could not be sent: a toast's title, and its text where one is fixed. */
export type Failure = { title: string; description?: string }

/** The browser's own result for a form of the admin area when the site sent none. */
export type NotSentAnswer = { notSent: Failure & { advice: string } }

const isNotSent = (answer: unknown): answer is NotSentAnswer =>
  typeof answer === 'object' && answer !== null && 'notSent' in answer

/**
 * The client action of every admin route with a form. Where the network or the site fails, or the session has
 * ended, a toast or dialog says so, as does `NotSent` in the form, and the page stays with what was typed.
 * Where a page has several forms, `failure` depends on what was sent.
 */
export const stayOnFailure =
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

/** Remix does not revalidate after it: the loaders would fail as well while the network is down. */
const NOT_SENT = 503

/**
 * The `shouldRevalidate` of a page whose data may have changed when a form is refused, for instance by a
 * colleague: by default Remix does not reload then.
 */
export const revalidateAfterError: ShouldRevalidateFunction = ({ actionStatus }) => actionStatus !== NOT_SENT

/** A redirect to the sign-in page: here it would lose what was typed. */
const leadsToSignIn = ({ headers }: Response): boolean =>
  (headers.get('Location') ?? '').startsWith('/admin/login?next=')

const SIGNED_OUT = 'You had been signed out. Nothing is lost: press the button again.'

/** `fetch` throws a TypeError where the network fails; anything else came from the site. */
const adviceAfter = (thrown: unknown) =>
  thrown instanceof TypeError
    ? 'Nothing is lost: check your connection and press the button again.'
    : 'Nothing is lost: wait a moment and press the button again.'

/** Shows a refusal, the `failed` of an action's result, in a toast as well. */
export function useFailureToast(answer: object | undefined): void {
  useEffect(() => {
    const failed = answer && 'failed' in answer ? (answer.failed as Failure | null) : null
    if (failed) showToast({ tone: 'failure', ...failed })
  }, [answer])
}

/**
 * Focuses a dialog's first field once it is modal: `autoFocus` would come before, and hide from the dialog
 * what had opened it.
 */
export function useFocusOnOpen(fieldId: string): void {
  useEffect(() => document.getElementById(fieldId)?.focus(), [fieldId])
}

/**
 * Opens the fold around it, also one that is closed again before the next try, and goes to the refused field,
 * which conform could not while it was closed.
 */
export function useOpenedBy(isRefused: boolean) {
  const inside = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const fold = inside.current?.closest('details')
    if (!isRefused || !fold) return
    const open = () => {
      fold.open = true
    }
    const wasOpen = fold.open
    open()
    if (!wasOpen && document.activeElement?.ariaInvalid !== 'true')
      inside.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    const form = inside.current?.closest('form')
    // Before conform looks for what to focus.
    form?.addEventListener('submit', open, true)
    return () => form?.removeEventListener('submit', open, true)
  }, [isRefused])
  return inside
}

/**
 * The site's last result. A form that could not be sent leaves it in place: what was typed, what was refused,
 * and the version that a colleague's text is compared with.
 */
export function useLastActionData<Action>() {
  const answer = useActionData<Action>()
  const [fromSite, setFromSite] = useState(answer)
  if (isNotSent(answer)) return fromSite
  if (answer !== fromSite) setFromSite(answer)
  return answer
}

type Props = {
  /** What is wrong with the form as a whole. */
  refused?: string | undefined
  /** Of several forms on a page: this one's failure. */
  only?: Failure
  className?: string
}

/**
 * Says above a form's button why it was refused or not sent, and then takes the focus that the disabled
 * button lost.
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
  /** Shown when it could not be sent. */
  notSent: Failure
  removeTo?: string
  removeLabel?: string
  /** Stays in sight, at the lower edge: for a form that is longer than a screen. */
  isSticky?: boolean
}

/** The end of a form: its errors, Save, Cancel, and the link to removing. */
export function SaveBar({ isSticky, errors, notSent, ...bar }: SaveBarProps) {
  const refusal = <NotSent refused={errors?.[0]} only={notSent} className="mb-5" />
  // What is sticky stays within what is around it: here, the form.
  return isSticky ? (
    <>
      {refusal}
      <SaveButtons {...bar} className={STICKY_BAR} />
    </>
  ) : (
    <div>
      {refusal}
      <SaveButtons {...bar} className="flex flex-wrap gap-2.5" />
    </div>
  )
}

/** The look of what stays at the lower edge of a long form. */
export const STICKY_BAR =
  'sticky bottom-0 -mx-4 flex items-center gap-4 border-admin-line border-t bg-admin px-4 py-3 sm:mx-0 sm:px-0'

type ButtonsProps = Omit<SaveBarProps, 'isSticky' | 'errors' | 'notSent'> & { className: string }

function SaveButtons({ backTo, removeTo, removeLabel, className, ...button }: ButtonsProps) {
  const busy = useNavigation().formData?.get('intent') === 'save'
  return (
    <div className={className}>
      <SubmitButton name="intent" value="save" busy={busy} busyLabel="Saving..." {...button} />
      <AdminLink to={backTo}>Cancel</AdminLink>
      {removeTo && (
        <AdminLink to={removeTo} preventScrollReset tone="danger" className="sm:ml-auto">
          {removeLabel}
        </AdminLink>
      )}
    </div>
  )
}
