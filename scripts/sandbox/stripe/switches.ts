const DOWN = ['off', 'refuses', 'fails', 'limits', 'drops', 'loses-answers'] as const

/** What Stripe says of bank accounts: "typically takes 4 business days". */
const BANK_DAYS = 4

/** What can be made to go wrong, from code, by `POST /sandbox/switches` and on the sandbox's own page. */
export interface Switches {
  /** Every webhook waits this long before it is first sent. */
  delayMs: number
  /** Every webhook is sent twice. */
  doubled: boolean
  /** Webhooks of one moment arrive in the wrong order. */
  shuffled: boolean
  /** Webhooks are never sent; /v1/events still lists them. */
  lost: boolean
  /**
   * How the API is down: answers 503, 500 or 429, drops the connection before anything is done, or does what
   * a POST asks for and then drops the connection. `true` means `refuses`.
   */
  apiDown: boolean | (typeof DOWN)[number]
  /** Every API call takes this long; a twin with the same idempotency key is answered 409 until then. */
  apiDelayMs: number
  /** How far Stripe's clock, as its `Date` header has it, is ahead of this machine's. */
  clockAheadMs: number
  /** stripe.js cannot be loaded. */
  jsDown: boolean
  /** The bank sends each new payout back. */
  payoutsFail: boolean
  /** After how many days of the money's clock a payment from a bank account arrives or fails. */
  bankDays: number
  /** How far search is behind what was written: Stripe says less than a minute. */
  searchBehindMs: number
}

export function switchesOff(): Switches {
  return {
    delayMs: 0,
    doubled: false,
    shuffled: false,
    lost: false,
    apiDown: 'off',
    apiDelayMs: 0,
    clockAheadMs: 0,
    jsDown: false,
    payoutsFail: false,
    bankDays: BANK_DAYS,
    searchBehindMs: 60_000,
  }
}

export function howDown(switches: Switches): (typeof DOWN)[number] {
  if (typeof switches.apiDown === 'boolean') return switches.apiDown ? 'refuses' : 'off'
  return switches.apiDown
}

/** Sets what `wanted` names; says which name or value it does not know, and then sets nothing. */
export function setSwitches(switches: Switches, wanted: Record<string, unknown>): { unknown?: string } {
  const next: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(wanted)) {
    const known = readSwitch(name, value)
    if (known === undefined) return { unknown: name }
    next[name] = known
  }
  Object.assign(switches, next)
  return {}
}

function readSwitch(name: string, value: unknown): number | boolean | string | undefined {
  if (['delayMs', 'apiDelayMs', 'clockAheadMs', 'bankDays', 'searchBehindMs'].includes(name)) {
    const wait = Number(value)
    return Number.isFinite(wait) && wait >= 0 && wait <= 3_600_000 ? wait : undefined
  }
  if (name === 'apiDown' && DOWN.some((way) => way === value)) return String(value)
  if (!['doubled', 'shuffled', 'lost', 'jsDown', 'payoutsFail', 'apiDown'].includes(name)) return undefined
  if (value === true || value === 'true' || value === 'on') return true
  return value === false || value === 'false' || value === 'off' || value === '' ? false : undefined
}
