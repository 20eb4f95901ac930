/** How long a link to a new password is good. */
export const RESET_MINUTES = 30

/** The longest that a session lasts, however much it is used. */
export const SESSION_DAYS = 7

/** For how long a right password lets somebody type a code. */
export const SECOND_STEP_MINUTES = 10

/** For how long an app may be told the secret, and the first code be typed, after the password was. */
export const SET_UP_MINUTES = 30

/** How many of the most common passwords are refused. */
export const COMMON_PASSWORDS = 10_000

/** Each is known by the beginning of its SHA-256: enough to tell them apart, and the list is none to read. */
export const DIGEST_BYTES = 5

/** After how many hours without a request a session ends, where staff have not chosen. */
export const IDLE_HOURS_AT_FIRST = 12
export const IDLE_HOURS_AT_MOST = 24
