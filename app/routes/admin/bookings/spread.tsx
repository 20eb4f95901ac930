import { useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import type { z } from 'zod'
import { amountsOwed } from '#app/money/books/amounts-owed.server'
import { asShown, type Shown } from '#app/money/books/quote-digest.server'
import type { SpreadQuote } from '#app/money/books/quotes'
import {
  type NotSpreading,
  spreadPlan,
  spreadQuote,
  whyNotSpread,
} from '#app/money/changes/installment-days.server'
import { ConfirmSpreadForm, daysOf, SPREAD_FIELDS, SpreadForm } from '#app/money/changes/money-forms'
import { now, today } from '#app/platform/clock.server'
import type { Day } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { inWords } from '#app/platform/words'
import { SPREAD_AT_MOST } from '#app/tours/promises'
import { filledIn } from '#app/ui/admin/admin-fields'
import { stayOnFailure } from '#app/ui/admin/admin-form'
import { RouteDialog } from '#app/ui/admin/route-dialog'
import { TextField } from '#app/ui/field'
import {
  answerMoneyCommand,
  answerNotDone,
  bookingToChange,
  done,
  typedInQuery,
  WHY_NOT,
} from './booking-command.server'
import {
  Amounts,
  AskForm,
  MoneyDialog,
  NoteField,
  PlanChange,
  planAmounts,
  useMoneyForm,
  useQuote,
} from './money-dialog'

const WHY_NOT_SPREAD = {
  ...WHY_NOT,
  'written-off': 'The balance of this booking was written off. Its due dates can no longer change.',
  'nothing-open': 'Nothing is left to pay.',
  'how-many': `Please choose one to ${inWords(SPREAD_AT_MOST)} days`,
  'not-rising': 'Please choose each day later than the one before it',
  'in-the-past': 'Please choose today or later days',
  'after-departure': 'Please choose days before the departure',
  'not-chargeable': 'Over that many days, each part would be too small for a card. Please choose fewer.',
} satisfies Record<NotSpreading, string>

/** First the days, by GET; then the plan before and after, which is confirmed. */
export async function loader(args: LoaderFunctionArgs) {
  const booking = await bookingToChange(args)
  if (whyNotSpread(booking)) throw redirect(`/admin/bookings/${booking.reference}`)
  const { remainingCents, installments } = amountsOwed(booking)
  const { form, typed, isAgain } = typedInQuery(args.request, SpreadForm)
  const open = installments.filter(({ owedCents }) => owedCents > 0)
  const facts = {
    reference: booking.reference,
    remainingCents,
    installments: open.map(({ number, name, owedCents, dueOn }) => ({ number, name, owedCents, dueOn })),
    formKey: crypto.randomUUID(),
    typed: form.has('day1') ? typed : usualDays(open),
    back: `/admin/bookings/${booking.reference}/spread?${new URLSearchParams([...Object.entries(typed), ['again', '']])}`,
  }
  if (!form.has('day1') || isAgain) return { ...facts, result: null, quote: null }
  const submission = parseWithZod(form, { schema: SpreadForm })
  if (submission.status !== 'success') return { ...facts, result: submission.reply(), quote: null }
  const quote = spreadQuote(booking, daysOf(submission.value), now())
  if ('refused' in quote) {
    const result = submission.reply({ formErrors: [WHY_NOT_SPREAD[quote.refused]] })
    return { ...facts, result, quote: null }
  }
  return { ...facts, result: null, quote: asShown(quote) }
}

/** What is still ahead of the days that hold now, to begin with. */
function usualDays(open: { dueOn: Day }[]): Record<string, string> {
  const ahead = [...new Set(open.map(({ dueOn }) => dueOn).filter((day) => day >= today()))]
  return Object.fromEntries(
    ahead.flatMap((day, index) => SPREAD_FIELDS.slice(index, index + 1).map((field) => [field, day])),
  )
}

export const action = (args: ActionFunctionArgs) =>
  answerMoneyCommand(args, ConfirmSpreadForm, async (typed, staff) => {
    const { reference, quoted, note, formKey } = typed
    const outcome = await spreadPlan({ reference, days: daysOf(typed), quoted, note, formKey }, staff, now)
    if (!('spread' in outcome)) {
      return answerNotDone(
        outcome,
        WHY_NOT_SPREAD,
        'The plan has changed since this was opened. Nothing was changed: please look at the new amounts.',
      )
    }
    return done(
      'Due dates changed',
      'Reminders follow the new dates, and we’ll email the lead traveler the plan.',
    )
  })

export const clientAction = stayOnFailure({ title: 'Failed to change the due dates' })

export default function SpreadPage() {
  const { quote } = useLoaderData<typeof loader>()
  return quote ? <Confirm shown={quote} /> : <Ask />
}

/** On which days: the plan that they make is shown next. */
function Ask() {
  const { reference, remainingCents, installments, typed, result } = useLoaderData<typeof loader>()
  const here = `/admin/bookings/${reference}`
  const [form, fields] = useForm<z.input<typeof SpreadForm>>({
    id: 'spread',
    lastResult: result,
    defaultValue: typed,
  })
  return (
    <RouteDialog title={`Change the due dates of ${reference}`} closeTo={here}>
      <Amounts amounts={planAmounts({ installments })} />
      <AskForm form={form} label="Show the new plan">
        <fieldset>
          <legend className="mb-3 text-sm">
            The balance of {showCents(remainingCents)} will be due in equal parts on the dates you choose: one
            to {inWords(SPREAD_AT_MOST)}, before the departure.
          </legend>
          <div className="grid gap-5 sm:grid-cols-2">
            {SPREAD_FIELDS.map((field, index) => (
              <TextField
                key={field}
                label={`Due date ${index + 1}`}
                type="date"
                optional={index > 0}
                {...filledIn(fields[field])}
                autoComplete="off"
              />
            ))}
          </div>
        </fieldset>
      </AskForm>
      <p className="mt-5 text-admin-soft text-sm">
        Postpone only one:{' '}
        {installments.map(({ number, name }, index) => (
          <span key={number}>
            {index > 0 && ', '}
            <Link
              to={`${here}/later/${number}`}
              preventScrollReset
              className="text-umber underline underline-offset-3"
            >
              {name}
            </Link>
          </span>
        ))}
      </p>
    </RouteDialog>
  )
}

/** The plan before it is changed, and after. */
function Confirm({ shown }: { shown: Shown<SpreadQuote> }) {
  const { reference, formKey, typed, back } = useLoaderData<typeof loader>()
  const quote = useQuote(shown)
  const [form, fields] = useMoneyForm<typeof ConfirmSpreadForm>('confirm-spread')
  return (
    <MoneyDialog
      {...{ reference, form, formKey }}
      title={`Change the due dates of ${reference}?`}
      lead="We’ll email the lead traveler the new plan, and reminders start over for its dates. The terms stay as they were accepted."
      about={<PlanChange {...quote} />}
      backTo={back}
      label="Change the due dates"
      busyLabel="Changing..."
      shown={{ ...typed, quoted: quote.quoted }}
    >
      <NoteField field={fields.note} />
    </MoneyDialog>
  )
}
