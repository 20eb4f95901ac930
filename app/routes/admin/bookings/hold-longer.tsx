import { useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { z } from 'zod'
import { isHeldForGuest } from '#app/bookings/hold'
import { heldAtMostUntil, heldUntil, usuallyHeldUntil } from '#app/bookings/hold-for-guest.server'
import { asShown, type Shown } from '#app/money/books/quote-digest.server'
import type { HoldQuote } from '#app/money/books/quotes'
import { holdLonger, holdQuote, type NotHeldLonger } from '#app/money/changes/hold-longer.server'
import { ConfirmHoldForm, HoldLongerForm } from '#app/money/changes/money-forms'
import { now, today } from '#app/platform/clock.server'
import { earlierDay, showDay } from '#app/platform/days'
import { departureOf } from '#app/tours/departures.server'
import { filledIn } from '#app/ui/admin/admin-fields'
import { stayOnFailure } from '#app/ui/admin/admin-form'
import { RouteDialog } from '#app/ui/admin/route-dialog'
import { TextField } from '#app/ui/field'
import {
  answerMoneyCommand,
  answerNotDone,
  bookingToChange,
  done,
  type MoneyAnswer,
  notOpened,
  typedInQuery,
} from './booking-command.server'
import { AskForm, MoneyDialog, NoteField, PlanChange, useMoneyForm, useQuote } from './money-dialog'

const CHANGED =
  'The day or the plan has changed since this was opened. Nothing was changed: please look at it again.'
const NOT_HELD =
  'Its seats are no longer held: they were paid for, or the hold has ended. Nothing was changed.'

/** First the day, by GET; then the plan before and after, which is confirmed. */
export async function loader(args: LoaderFunctionArgs) {
  const booking = await bookingToChange(args)
  if (!isHeldForGuest(booking) || booking.holdEndsAt <= now()) return notOpened(booking, NOT_HELD)
  const latest = heldAtMostUntil(departureOf(booking))
  const { form, typed, isAgain } = typedInQuery(args.request, HoldLongerForm)
  const facts = {
    reference: booking.reference,
    name: booking.customerName,
    until: heldUntil(booking),
    typed: form.has('heldUntil') ? typed : { heldUntil: earlierDay(usuallyHeldUntil(today()), latest) },
    today: today(),
    latest,
    formKey: crypto.randomUUID(),
    back: `/admin/bookings/${booking.reference}/hold?${new URLSearchParams([...Object.entries(typed), ['again', '']])}`,
  }
  if (!form.has('heldUntil') || isAgain) return { ...facts, result: null, quote: null }
  const submission = parseWithZod(form, { schema: HoldLongerForm })
  if (submission.status !== 'success') return { ...facts, result: submission.reply(), quote: null }
  const quote = holdQuote(booking, submission.value.heldUntil, now())
  if ('refused' in quote) {
    const result = submission.reply({ fieldErrors: { heldUntil: [whyNot(quote)] } })
    return { ...facts, result, quote: null }
  }
  return { ...facts, result: null, quote: asShown(quote) }
}

function whyNot(refusal: NotHeldLonger): string {
  switch (refusal.refused) {
    case 'not-held':
      return NOT_HELD
    case 'same-day':
      return 'The seats are held until this day already: choose another one'
    case 'wrong-day':
      return `Please choose a day from today to ${showDay(refusal.until)}, the day before the journey`
  }
}

export const action = (args: ActionFunctionArgs) =>
  answerMoneyCommand(args, ConfirmHoldForm, async (typed, staff): Promise<MoneyAnswer<HoldQuote>> => {
    const outcome = await holdLonger(typed, staff, now)
    if ('held' in outcome) {
      const until = showDay(outcome.held.heldUntil)
      return done(`Held until ${until}`, 'We’ll email the guest the new day and plan.')
    }
    if ('known' in outcome || 'quote' in outcome) return answerNotDone(outcome, {}, CHANGED)
    switch (outcome.refused) {
      case 'not-held':
      case 'same-day':
      case 'wrong-day':
        return { words: whyNot(outcome) }
      default:
        return answerNotDone(outcome, {})
    }
  })

export const clientAction = stayOnFailure({ title: 'Failed to change how long the seats are held' })

export default function HoldLongerPage() {
  const { quote } = useLoaderData<typeof loader>()
  return quote ? <Confirm shown={quote} /> : <Ask />
}

/** Until which day: the plan that it makes is shown next. */
function Ask() {
  const { reference, name, until, typed, result, today, latest } = useLoaderData<typeof loader>()
  const [form, fields] = useForm<z.input<typeof HoldLongerForm>>({
    id: 'hold-longer',
    lastResult: result,
    defaultValue: typed,
  })
  return (
    <RouteDialog title={`Hold the seats of ${reference} longer?`} closeTo={`/admin/bookings/${reference}`}>
      <AskForm form={form} label="Show the plan">
        <p className="text-sm">
          They are held for <bdi>{name}</bdi> until {showDay(until)}. No installment is due before the day you
          choose.
        </p>
        <TextField
          label="Hold the seats until"
          type="date"
          min={today}
          max={latest}
          {...filledIn(fields.heldUntil)}
          autoComplete="off"
        />
      </AskForm>
    </RouteDialog>
  )
}

/** The plan before the day changes, and after. */
function Confirm({ shown }: { shown: Shown<HoldQuote> }) {
  const { reference, name, formKey, typed, back } = useLoaderData<typeof loader>()
  const quote = useQuote(shown)
  const [form, fields] = useMoneyForm<typeof ConfirmHoldForm>('confirm-hold')
  return (
    <MoneyDialog
      {...{ reference, form, formKey }}
      title={`Hold the seats of ${reference} until ${showDay(quote.heldUntil)}?`}
      lead={
        <>
          They are held until {showDay(quote.from)} now. We’ll email <bdi>{name}</bdi> the new day, the plan
          and the link to pay.
        </>
      }
      about={quote.installments.length > 0 && <PlanChange {...quote} />}
      backTo={back}
      label="Save new day"
      busyLabel="Saving..."
      shown={{ ...typed, quoted: quote.quoted }}
    >
      <NoteField field={fields.note} />
    </MoneyDialog>
  )
}
