/** What Stripe.js throws at a programmer: the call is wrong, not the card. */
export function integrationError(message: string): Error {
  return Object.assign(new Error(message), { name: 'IntegrationError' })
}
