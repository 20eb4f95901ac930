/** How long a link to a new password is good. */
export const RESET_MINUTES = 30

/** The longest that a session lasts, however much it is used. */
export const SESSION_DAYS = 7

/** For how long a right password lets somebody type a code. */
export const SECOND_STEP_MINUTES = 10

/** For how long an app may be told the secret, and the first code be typed, after the password was. */
export const SET_UP_MINUTES = 30
