export const TOAST_TONES = ['success', 'failure', 'info'] as const

export type ToastTone = (typeof TOAST_TONES)[number]

export type ToastMessage = {
  title: string
  description?: string
  tone: ToastTone
  /** The form that was sent, where the page then shows something else in its place. */
  sent?: 'newsletter'
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
