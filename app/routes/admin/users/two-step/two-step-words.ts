// What the pages of two-step sign-in say when something is done, or was not.

export const NOT_SET_UP = { title: 'Two-step sign-in was not set up' }
export const NOT_TURNED_ON = { title: 'Two-step sign-in was not turned on' }
export const NOT_TURNED_OFF = { title: 'Two-step sign-in was not turned off' }
export const NO_NEW_CODES = { title: 'No new recovery codes were made' }

export const TURNED_OFF = {
  tone: 'success',
  title: 'Two-step sign-in is off',
  description: 'Your password alone signs you in. Your other sessions have ended.',
} as const

/** Where somebody else was quicker, as at the machine. */
export const OFF_ALREADY = {
  tone: 'failure',
  title: 'Two-step sign-in is off',
  description: 'Somebody may have turned it off already.',
} as const

export const ON_ALREADY = {
  tone: 'failure',
  title: 'Two-step sign-in is on',
  description: 'To set it up for another app, turn it off first.',
} as const

/** From which number on we ask for new ones. */
export const FEW_CODES = 3
