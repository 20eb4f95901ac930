import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { signedCookie } from '#app/signed-cookie.server'
import type { Whence } from '#app/staff/guesses.server'

const DAYS = 180
const ACCOUNTS_AT_MOST = 10

const cookie = signedCookie('known-browser', {
  holds: z.object({ id: z.string().max(40), accounts: z.array(z.number().int()).max(ACCOUNTS_AT_MOST) }),
  maxAge: DAYS * 24 * 3_600,
})

/** Where a request comes from, for counting guesses at passwords. */
export const whenceOf = async (request: Request, address: string | undefined): Promise<Whence> => ({
  address,
  browser: await cookie.read(request),
})

/** The cookie that marks a browser as one in which somebody signed in to this account. It opens nothing. */
export async function markBrowser(request: Request, accountId: number): Promise<string> {
  const known = await cookie.read(request)
  const others = known?.accounts.filter((id) => id !== accountId) ?? []
  const accounts = [accountId, ...others].slice(0, ACCOUNTS_AT_MOST)
  return cookie.write({ id: known?.id ?? randomUUID(), accounts })
}
