/** How long a link to a new password is good. */
export const RESET_MINUTES = 30
