import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { today } from '#app/clock.server'
import { planFor } from '#app/installments/plan'
import { onlyMethods, readJson, refuse } from '#app/routes/api/json-call.server'
import { planJson } from '#app/routes/api/plan-json'
import { hasBegun } from '#app/tour/departure'
import { roomTypeOf } from '#app/tour/room-type'
import { SALES_CLOSED } from '#app/tour/sales-words'
import { priceOf, theTour } from '#app/tour/tour.server'

export const loader = ({ request }: LoaderFunctionArgs) => onlyMethods(request, 'POST')

/** A plan for who books today; none once the journey has begun, when nothing is sold (decisions §2). */
export async function action({ request }: ActionFunctionArgs) {
  const wrongMethod = onlyMethods(request, 'POST')
  if (wrongMethod) return wrongMethod
  const json = await readJson(request)
  if ('refused' in json) return json.refused

  const tour = theTour()
  if (hasBegun(tour, today())) return refuse(409, SALES_CLOSED)
  return Response.json(planJson(planFor(tour, priceOf(tour, roomTypeOf(json.body.roomType)), today())))
}
