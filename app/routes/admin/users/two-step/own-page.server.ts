import { factorOf, isReadable, recoveryCodesLeft } from '#app/staff/second-factor/factors.server'
import type { Staff } from '#app/staff/sessions.server'
import type { ShownFactor } from './own-two-step'

/** The page on which somebody sees their own account. */
export const ownPage = ({ id }: Staff): string => `/admin/users/${id}`

/** The second factor of the signed-in user, as their own pages show it. */
export function shownFactor({ id }: Staff): ShownFactor {
  const factor = factorOf(id)
  return factor && { left: recoveryCodesLeft(factor.id), isReadable: isReadable(factor) }
}
