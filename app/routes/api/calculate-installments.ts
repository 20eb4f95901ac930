import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { termsOnOffer } from '#app/bookings/checkout-offer.server'
import { planJson } from '#app/bookings/installments/plan'
import { today } from '#app/platform/clock.server'
import { calculateInstallments, wrongRooms } from '#app/server/contract/guest-calls'
import { onlyDeclared, readCall, refuse, refuseFields } from '#app/server/contract/json-call.server'
import { hasBegun, NO_SUCH_DEPARTURE, salesClosed } from '#app/tours/departure'
import { departureNamed, departureOnOffer, nextOnSale } from '#app/tours/departures.server'
import { requestedParty, roomTypeOf } from '#app/tours/party'

export const loader = ({ request }: LoaderFunctionArgs) => onlyDeclared(request, calculateInstallments)

/** A plan for a booking made today; none once the journey has begun, when nothing is sold (rules 1.4). */
export async function action({ request }: ActionFunctionArgs) {
  const call = await readCall(request, calculateInstallments)
  if ('refused' in call) return call.refused

  const asked = call.sent.departure ?? null
  const departure = departureOnOffer(today(), asked)
  if (asked !== null && departureNamed(asked) === undefined) return refuseFields(NO_SUCH_DEPARTURE)
  if (hasBegun(departure, today())) return refuse(409, salesClosed(nextOnSale(today(), departure)))
  const wrong = wrongRooms(call.sent)
  if (Object.keys(wrong).length > 0) return refuseFields(wrong)
  const { numberOfGuests: travelers, singles } = call.sent
  const party = requestedParty(roomTypeOf(call.sent.roomType), { travelers, singles })
  return Response.json(planJson(termsOnOffer(departure, undefined, party, today())))
}
