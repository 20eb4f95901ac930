import { randomUUID } from 'node:crypto'
import { useForm } from '@conform-to/react'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { quoteShown } from '#app/money/party/quotes'
import { priceChangesOf, undoQuote, undoReprice } from '#app/money/price-changes.server'
import { UndoPriceForm } from '#app/money/price-form'
import { now } from '#app/platform/clock.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { roomChangesOf } from '#app/travelers/pair-travelers.server'
import { keepTyped, useAdminAnswer, useLastResult } from '#app/ui/admin/admin-form'
import { RouteDialog } from '#app/ui/admin/route-dialog'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { answerMoneyCommand, nothingChanged } from './money-command.server'
import { MoneyForm } from './money-form'
import { namedBooking } from './named-booking.server'
import { PriceShown } from './quote-shown'
import { answerRepriced, WHY_NOT_REPRICED } from './repriced-answer.server'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'change money')
  const booking = namedBooking(params)
  const page = `/admin/bookings/${booking.reference}`
  const change = priceChangesOf(booking.id).find(({ id }) => id === Number(params.id))
  if (!change) throw redirect(page)
  const quote = undoQuote(booking, change.id, now())
  if ('refused' in quote) {
    return redirectWithToast(page, nothingChanged(WHY_NOT_REPRICED[quote.refused]).toast)
  }
  const isRoom = roomChangesOf(booking.id).some(({ priceChangeId }) => priceChangeId === change.id)
  return { reference: booking.reference, words: change.words, isRoom, quote, formKey: randomUUID() }
}

export const action = (args: ActionFunctionArgs) =>
  answerMoneyCommand(args, UndoPriceForm, async (typed, staff) =>
    answerRepriced(
      await undoReprice({ ...typed, id: Number(args.params.id) }, staff, now),
      'Price change undone',
    ),
  )

export const clientAction = keepTyped({ title: 'Failed to undo the price change' })

export default function UndoPricePage() {
  const { reference, words, isRoom, quote: loaded, formKey } = useLoaderData<typeof loader>()
  const answered = useAdminAnswer<typeof action>()
  const quote = answered?.quote ?? loaded
  const closeTo = `/admin/bookings/${reference}`
  const [form] = useForm({ id: 'undo-price', lastResult: useLastResult(answered?.result) })
  return (
    <RouteDialog title={`Undo “${words}”?`} closeTo={closeTo}>
      <PriceShown
        {...quote}
        reason={
          isRoom
            ? `“${words}” is undone, and the traveler has the other kind of room again`
            : `“${words}” is undone`
        }
      />
      <MoneyForm
        form={form}
        formKey={formKey}
        closeTo={closeTo}
        tone="danger"
        label="Undo it"
        busyLabel="Undoing..."
      >
        <input type="hidden" name="quoted" value={quoteShown(quote)} />
      </MoneyForm>
    </RouteDialog>
  )
}
