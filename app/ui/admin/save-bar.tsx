import type { SubmissionResult } from '@conform-to/react'
import { useActionData, useNavigation } from '@remix-run/react'
import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { Link } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { adminButton, SubmitButton } from './admin-parts'

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
  /** Of several forms on a page: the failure that is this one's. */
  only?: Failure
  className?: string
}

/**
 * Says above a form's button that it could not be sent. Takes the focus that a button lost while it was
 * disabled.
 */
export function NotSent({ only, className = '' }: Props) {
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
    failed && (
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
    )
  )
}

const isAbout = (only: Failure | undefined, { title, description }: Failure) =>
  !only || (only.title === title && only.description === description)

type SaveBarProps = {
  label: string
  busyLabel?: string
  backTo: string
  /** What is wrong with the form as a whole. */
  errors?: string[]
  /** What is said when it could not be sent. */
  notSent: Failure
  removeTo?: string
  removeLabel?: string
}

/** The end of a form: what is wrong with it, save, leave, and the way to removing. */
export function SaveBar({
  label,
  busyLabel = 'Saving...',
  backTo,
  errors,
  notSent,
  removeTo,
  removeLabel,
}: SaveBarProps) {
  const busy = useNavigation().formData?.get('intent') === 'save'
  return (
    <div>
      {errors?.[0] && <Notice tone="danger" role="alert" title={errors[0]} className="mb-5" />}
      <NotSent only={notSent} className="mb-5" />
      <div className="flex flex-wrap gap-2.5">
        <SubmitButton name="intent" value="save" busy={busy} label={label} busyLabel={busyLabel} />
        <Link to={backTo} className={adminButton('plain')}>
          Cancel
        </Link>
        {removeTo && (
          <Link to={removeTo} preventScrollReset className={adminButton('danger', 'sm:ml-auto')}>
            {removeLabel}
          </Link>
        )}
      </div>
    </div>
  )
}
