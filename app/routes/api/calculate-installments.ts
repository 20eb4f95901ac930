import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { today } from '#app/clock.server'
import { planFor } from '#app/installments/plan'
import { cents, dollarsOf } from '#app/money'
import { onlyMethods, readJson } from '#app/routes/api/json-call.server'
import { roomTypeOf } from '#app/tour/room-type'
import { priceOf, theTour } from '#app/tour/tour.server'

export const loader = ({ request }: LoaderFunctionArgs) => onlyMethods(request, 'POST')

export async function action({ request }: ActionFunctionArgs) {
  const wrongMethod = onlyMethods(request, 'POST')
  if (wrongMethod) return wrongMethod
  const json = await readJson(request)
  if ('refused' in json) return json.refused

  const tour = theTour()
  const plan = planFor(tour, priceOf(tour, roomTypeOf(json.body.roomType)), today())
  return Response.json({
    totalAmount: dollarsOf(plan.totalCents),
    depositAmount: dollarsOf(plan.depositCents),
    installmentAmount: dollarsOf(plan.installments[0]?.amountCents ?? cents(0)),
    remaining: dollarsOf(plan.remainingCents),
    installments: plan.installments.map(({ number, amountCents, dueOn }) => ({
      number,
      amount: dollarsOf(amountCents),
      dueDate: dueOn,
    })),
  })
}
