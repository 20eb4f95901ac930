/** What the page and the frame with the card fields say to each other. */
export type ToFrame =
  | { kind: 'look'; look: Look }
  | { kind: 'ask'; number: number; what: 'check' | 'method' | 'token'; billing?: Billing | undefined }
  | { kind: 'do'; what: 'focus' | 'blur' | 'clear' }

export type FromFrame =
  | { kind: 'hello' | 'ready' | 'focus' | 'blur' | 'escape' | 'enter' }
  | { kind: 'height'; px: number }
  | { kind: 'change'; state: FieldsState }
  | { kind: 'answer'; number: number; answer: Answer }

export type Answer =
  | { error: StripeJsError }
  | { id: string; whole: Record<string, unknown> }
  | { fine: true }

export interface FieldsState {
  complete: boolean
  empty: boolean
  brand: string
  error?: StripeJsError | undefined
}

export interface StripeJsError {
  type: string
  message: string
  code?: string
  [more: string]: unknown
}

export interface Billing {
  name?: string
  email?: string
  phone?: string
  address?: Record<string, string>
}

export interface Look {
  variables?: Record<string, string>
  rules?: Record<string, Record<string, string>>
  labels?: string
  fonts?: { cssSrc?: string; family?: string; src?: string; weight?: string; style?: string }[]
  /** The older card element's own style: `base`, `invalid`, `::placeholder`. */
  style?: Record<string, Record<string, unknown>>
  hidePostalCode?: boolean
}

export const SIGN = 'stripe-sandbox'

/** Where the script was loaded from: the sandbox. */
export const SANDBOX = originOfScript()

function originOfScript(): string {
  const script = document.currentScript
  return script instanceof HTMLScriptElement ? new URL(script.src).origin : location.origin
}
