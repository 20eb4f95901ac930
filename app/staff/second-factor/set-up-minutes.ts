/** For how long an app may be told the secret, and the first code be typed, after the password was. */
export const SET_UP_MINUTES = 30
