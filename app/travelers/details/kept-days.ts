/** Details of travelers are erased so many days after the return, or after their booking came to nothing. */
export const DETAILS_KEPT_DAYS = 60
