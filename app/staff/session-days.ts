/** The longest that a session lasts, however much it is used. */
export const SESSION_DAYS = 7
