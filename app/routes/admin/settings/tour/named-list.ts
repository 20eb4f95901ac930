import { isTourList } from '#app/tour/tour-item-form'
import type { TourItemKind } from '#app/tour/tour-items.server'

/** The list of the journey's page that an address names; throws 404 where there is none. */
export function namedList({ kind }: { kind?: string }): TourItemKind {
  if (!isTourList(kind)) throw new Response(null, { status: 404 })
  return kind
}
