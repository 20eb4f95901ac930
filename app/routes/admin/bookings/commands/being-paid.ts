/** Said of an offered seat that a waiting party is paying for. */
export const BEING_PAID =
  'A waiting party is paying for this seat right now. Nothing was changed: if they don’t finish, you can remove it once their hold has ended.'
