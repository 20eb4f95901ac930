import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { asShown } from '#app/money/books/quote-digest.server'
import { ConfirmForm } from '#app/money/changes/money-forms'
import { priceChangesOf, undoQuote, undoReprice } from '#app/money/changes/price-changes.server'
import { now } from '#app/platform/clock.server'
import { roomChangesOf } from '#app/travelers/pair-travelers.server'
import { stayOnFailure } from '#app/ui/admin/admin-form'
import {
  answerMoneyCommand,
  answerRepriced,
  bookingToChange,
  notOpened,
  WHY_NOT_REPRICED,
} from './booking-command.server'
import { MoneyDialog, PriceChangeSummary, useMoneyForm, useQuote } from './money-dialog'

export async function loader(args: LoaderFunctionArgs) {
  const booking = await bookingToChange(args)
  const change = priceChangesOf(booking.id).find(({ id }) => id === Number(args.params.id))
  if (!change) throw redirect(`/admin/bookings/${booking.reference}`)
  const quote = undoQuote(booking, change.id, now())
  if ('refused' in quote) return notOpened(booking, WHY_NOT_REPRICED[quote.refused])
  const isRoom = roomChangesOf(booking.id).some(({ priceChangeId }) => priceChangeId === change.id)
  return {
    reference: booking.reference,
    words: change.words,
    isRoom,
    quote: asShown(quote),
    formKey: crypto.randomUUID(),
  }
}

export const action = (args: ActionFunctionArgs) =>
  answerMoneyCommand(args, ConfirmForm, async (typed, staff) =>
    answerRepriced(
      await undoReprice({ ...typed, id: Number(args.params.id) }, staff, now),
      'Price change undone',
    ),
  )

export const clientAction = stayOnFailure({ title: 'Failed to undo the price change' })

export default function UndoPricePage() {
  const { reference, words, isRoom, quote: loaded, formKey } = useLoaderData<typeof loader>()
  const quote = useQuote(loaded)
  const [form] = useMoneyForm('undo-price')
  const room = isRoom ? ', and the traveler has the other kind of room again' : ''
  return (
    <MoneyDialog
      {...{ reference, form, formKey }}
      title={`Undo “${words}”?`}
      about={<PriceChangeSummary {...quote} reason={`“${words}” is undone${room}`} />}
      tone="danger"
      label="Undo it"
      busyLabel="Undoing..."
      shown={{ quoted: quote.quoted }}
    />
  )
}
