import type { ReactNode } from 'react'
import { INSTALLMENT_STATES, type InstallmentState } from '#app/bookings/installments/due'

export type BadgeTone = 'success' | 'wait' | 'info' | 'failed' | 'quiet'

const TONES: Record<BadgeTone, string> = {
  success: 'bg-success-fill text-success',
  wait: 'bg-wait-fill text-wait',
  info: 'bg-info-fill text-info',
  failed: 'bg-failed-fill text-failed',
  quiet: 'bg-admin-line text-ink-soft',
}

export const Badge = ({ tone, children }: { tone: BadgeTone; children: ReactNode }) => (
  <span
    className={`inline-block rounded-badge px-2.25 py-1 text-2xs font-semibold leading-tight ${TONES[tone]}`}
  >
    {children}
  </span>
)

/** The state of an installment, and where that is known when it was paid, or how much was written off. */
export const InstallmentBadge = ({
  state,
  when,
}: {
  state: InstallmentState
  when?: string | false | null
}) => {
  const { word, tone } = INSTALLMENT_STATES[state]
  return <Badge tone={tone}>{when ? `${word} ${when}` : word}</Badge>
}
