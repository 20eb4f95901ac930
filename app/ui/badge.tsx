import type { ReactNode } from 'react'
import { INSTALLMENT_STATES, type InstallmentState } from '#app/bookings/installments/due'
import { REPLY_HOURS } from '#app/people/reply-promise'
import type { RunningStatus } from '#app/tours/departure'

export type BadgeTone = 'success' | 'wait' | 'info' | 'failed' | 'quiet'

const TONES: Record<BadgeTone, string> = {
  success: 'bg-success-fill text-success',
  wait: 'bg-wait-fill text-wait',
  info: 'bg-info-fill text-info',
  failed: 'bg-failed-fill text-failed',
  quiet: 'bg-admin-line text-ink-soft',
}

/** Nobody has to do anything about them. */
const CALM = new Set<BadgeTone>(['success', 'info', 'quiet'])

export const Badge = ({ tone, children }: { tone: BadgeTone; children: ReactNode }) => (
  <span
    className={`inline-block rounded-badge px-2.25 py-1 text-2xs font-semibold leading-tight ${TONES[tone]} ${CALM.has(tone) ? 'badge-calm' : ''}`}
  >
    {children}
  </span>
)

type InstallmentProps = { state: InstallmentState; when?: string | false | null }

/** The state of an installment, and where that is known when it was paid, or how much was written off. */
export const InstallmentBadge = ({ state, when }: InstallmentProps) => {
  const { word, tone } = INSTALLMENT_STATES[state]
  return <Badge tone={tone}>{when ? `${word} ${when}` : word}</Badge>
}

type AnswerProps = { isAnswered: boolean; isLate: boolean }

/** Whether someone has an answer, and whether the promised hours have passed without one. */
export function AnswerBadge({ isAnswered, isLate }: AnswerProps) {
  if (isAnswered) return <Badge tone="success">Answered</Badge>
  return isLate ? (
    <Badge tone="failed">Waiting over {REPLY_HOURS} hours</Badge>
  ) : (
    <Badge tone="wait">Unanswered</Badge>
  )
}

/** Whether a departure runs, where there is something to say about it. */
export const RunningBadge = ({ running }: { running: RunningStatus | null }) =>
  running && <Badge tone={running.tone}>{running.words}</Badge>
