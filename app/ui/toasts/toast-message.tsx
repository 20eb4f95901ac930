import type { ReactNode } from 'react'
import { BangIcon, CheckIcon, InfoIcon } from '#app/ui/icons'

export const TOAST_TONES = ['success', 'failure', 'info'] as const

type ToastTone = (typeof TOAST_TONES)[number]

export type ToastMessage = {
  title: string
  description?: string
  tone: ToastTone
  /** The form that was sent, where the page then shows something else in its place. */
  sent?: 'newsletter' | 'inquiry'
  /** What stays there when the toast has gone. */
  stays?: { title: string; text: string }
}

/** A message that was carried here in the cookie; the id tells it from an equal one before it. */
export type FlashedToast = ToastMessage & { id: string }

/** How long a toast is shown where scripts run. */
export const TOAST_MS = 5_000

let current: FlashedToast | null = null
let shown = 0
const listeners = new Set<() => void>()

/** Shows a toast at once; it takes the place of the one before it (rules 10.12). For the browser. */
export function showToast(toast: ToastMessage & { id?: string }): void {
  current = { ...toast, id: toast.id ?? `shown-${++shown}` }
  for (const listener of listeners) listener()
}

export function closeToast(): void {
  current = null
  for (const listener of listeners) listener()
}

export const currentToast = (): FlashedToast | null => current

export function onToastChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const TONES: Record<ToastTone, { disc: string; Icon: typeof CheckIcon }> = {
  success: { disc: 'bg-acacia', Icon: CheckIcon },
  failure: { disc: 'bg-danger', Icon: BangIcon },
  info: { disc: 'bg-lagoon', Icon: InfoIcon },
}

export const TOAST_LOOK =
  'on-light pointer-events-auto flex items-start gap-3.5 rounded-[12px] bg-white px-4.5 py-4 text-sm shadow-float'

type CardProps = { tone: ToastTone; children: ReactNode; close?: ReactNode }

/** The round sign and the words of a toast; `close` is its button, where it has one. */
export function ToastCard({ tone, children, close }: CardProps) {
  const { disc, Icon } = TONES[tone]
  return (
    <>
      <span className={`mt-0.5 grid size-6.5 flex-none place-items-center rounded-full text-paper ${disc}`}>
        <Icon className="size-4" />
      </span>
      <div className="min-w-0 flex-1">{children}</div>
      {close}
    </>
  )
}
