import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { calculateInstallments } from '#app/api-contract/booking-calls'
import { today } from '#app/clock.server'
import { planFor } from '#app/installments/plan'
import { hasBegun } from '#app/tour/departure'
import { roomTypeOf } from '#app/tour/room-type'
import { SALES_CLOSED } from '#app/tour/sales-words'
import { priceOf, theTour } from '#app/tour/tour.server'
import { onlyDeclared, readCall, refuse } from './json-call.server'
import { planJson } from './plan-json'

export const loader = ({ request }: LoaderFunctionArgs) => onlyDeclared(request, calculateInstallments)

/** A plan for a booking made today; none once the journey has begun, when nothing is sold (rules 1.4). */
export async function action({ request }: ActionFunctionArgs) {
  const call = await readCall(request, calculateInstallments)
  if ('refused' in call) return call.refused

  const tour = theTour()
  if (hasBegun(tour, today())) return refuse(409, SALES_CLOSED)
  return Response.json(planJson(planFor(tour, priceOf(tour, roomTypeOf(call.sent.roomType)), today())))
}
