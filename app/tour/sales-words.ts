/** Said wherever somebody wants a place that is not sold any more: the tour's page, the checkout and the calls. */
export const SALES_CLOSED = 'Sales for this departure have closed'

/** Why sales have closed, and what is still to be had; `begun` is the first day as it is shown, once it has come. */
export const afterSales = (begun: string | null): string =>
  begun === null
    ? 'Our letters tell you first when the next one opens. Or write to us about a journey made for you.'
    : `The journey began on ${begun}. Our letters tell you first when the next one opens. Or write to us about a journey made for you.`

/** Said where all seats are taken (rules 11.8). */
export const SOLD_OUT = 'This departure is sold out'
