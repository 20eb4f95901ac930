import { useActionData, useNavigation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { Notice } from '#app/ui/notice'

/** What staff are told when a form could not be sent: a toast's title, and its text where one is fixed. */
export type Failure = { title: string; description?: string }

/** What a form of the desk is answered with by the browser itself when nothing came back from the site. */
export type NotSentAnswer = { notSent: Failure & { advice: string } }

const isNotSent = (answer: unknown): answer is NotSentAnswer =>
  typeof answer === 'object' && answer !== null && 'notSent' in answer

/**
 * What the site itself has answered last. A form that could not be sent keeps everything as it was: what was typed,
 * what was refused before, and the version that a colleague's text is compared with.
 */
export function useDeskAnswer<Action>() {
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

/** Says above a form's button that it could not be sent. Takes the focus that a button lost while it was disabled. */
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
