import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { today } from '#app/clock.server'
import { planFor } from '#app/installments/plan'
import { onlyMethods, readJson } from '#app/routes/api/json-call.server'
import { planJson } from '#app/routes/api/plan-json'
import { roomTypeOf } from '#app/tour/room-type'
import { priceOf, theTour } from '#app/tour/tour.server'

export const loader = ({ request }: LoaderFunctionArgs) => onlyMethods(request, 'POST')

export async function action({ request }: ActionFunctionArgs) {
  const wrongMethod = onlyMethods(request, 'POST')
  if (wrongMethod) return wrongMethod
  const json = await readJson(request)
  if ('refused' in json) return json.refused

  const tour = theTour()
  return Response.json(planJson(planFor(tour, priceOf(tour, roomTypeOf(json.body.roomType)), today())))
}
