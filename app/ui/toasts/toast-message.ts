export const TOAST_TONES = ['success', 'failure', 'info'] as const

export type ToastTone = (typeof TOAST_TONES)[number]

export type ToastMessage = { title: string; description?: string; tone: ToastTone }

/** A message that was carried here in the cookie; the id tells it from an equal one before it. */
export type FlashedToast = ToastMessage & { id: string }

/** How long a toast is shown where scripts run. */
export const TOAST_MS = 5_000
