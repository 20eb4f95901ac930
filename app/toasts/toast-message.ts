export type ToastTone = 'success' | 'failure' | 'info'

export type ToastMessage = { title: string; description?: string; tone: ToastTone }

/** A message that was carried here in the cookie; the id tells it from an equal one before it. */
export type FlashedToast = ToastMessage & { id: string }
