import type { ReactNode } from 'react'

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
