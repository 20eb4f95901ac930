/** The staff area, and addresses that hold somebody's token: nobody counts who opens them. */
const NOT_COUNTED = /^\/(admin|pay|booking|newsletter|unsubscribe)(\/|$)/
/** Pages about somebody's payment, beside those: no one else's script runs there. */
const ABOUT_A_PAYMENT = /^\/(checkout|my-booking|payment-success|booking-confirmation)(\/|$)/

/** Whether a visit is counted at all. */
export const isCounted = (path: string): boolean => !NOT_COUNTED.test(path.toLowerCase())

/** Whether a page is for everybody to see, so that Google Analytics may run on it where an id is set. */
export const isOpenToAnalytics = (path: string): boolean =>
  isCounted(path) && !ABOUT_A_PAYMENT.test(path.toLowerCase())
