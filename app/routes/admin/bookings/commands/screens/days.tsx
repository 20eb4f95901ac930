import { Link } from '@remix-run/react'
import { AskForPartForm, SPREAD_FIELDS } from '#app/money/changes/money-forms'
import { showDay } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { inWords } from '#app/platform/words'
import { SPREAD_AT_MOST } from '#app/tours/promises'
import { filledIn } from '#app/ui/admin/admin-fields'
import { TextField } from '#app/ui/field'
import { AmountField, Amounts, NoteField, PlanChange, planAmounts } from '../../money-dialog'
import type { Screen } from './screen'

export const spread: Screen<'spread'> = {
  failed: 'Failed to change the due dates',
  ask: ({ reference, remainingCents, installments }, fields) => ({
    title: `Change the due dates of ${reference}`,
    before: <Amounts amounts={planAmounts({ installments })} />,
    label: 'Show the new plan',
    fields: (
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
    ),
    after: (
      <p className="mt-5 text-admin-soft text-sm">
        Postpone only one:{' '}
        {installments.map(({ number, name }, index) => (
          <span key={number}>
            {index > 0 && ', '}
            <Link
              to={`/admin/bookings/${reference}/later/${number}`}
              preventScrollReset
              className="text-umber underline underline-offset-3"
            >
              {name}
            </Link>
          </span>
        ))}
      </p>
    ),
  }),
  confirm: ({ reference, quote }, fields) => ({
    title: `Change the due dates of ${reference}?`,
    lead: 'We’ll email the lead traveler the new plan, and reminders start over for its dates. The terms stay as they were accepted.',
    about: <PlanChange {...quote} />,
    button: { label: 'Change the due dates', busyLabel: 'Changing...' },
    fields: <NoteField field={fields.note} />,
  }),
}

export const later: Screen<'later'> = {
  failed: 'Failed to change the due date',
  confirm: ({ reference, quote: { name, owedCents, dueOn } }, fields) => ({
    title: `Postpone a due date of ${reference}?`,
    lead: (
      <>
        The {name.toLowerCase()} of {showCents(owedCents)} is due on {showDay(dueOn)}. We’ll email the
        traveler the new date, and the reminders start over for it. The terms stay as they were accepted.
      </>
    ),
    button: { label: 'Save new due date', busyLabel: 'Saving...' },
    fields: (
      <>
        <TextField label="New due date" type="date" {...filledIn(fields.dueOn)} autoComplete="off" />
        <NoteField field={fields.note} />
      </>
    ),
  }),
}

export const hold: Screen<'hold'> = {
  failed: 'Failed to change how long the seats are held',
  ask: ({ reference, name, until, today, latest }, fields) => ({
    title: `Hold the seats of ${reference} longer?`,
    label: 'Show the plan',
    fields: (
      <>
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
      </>
    ),
  }),
  confirm: ({ reference, name, quote }, fields) => ({
    title: `Hold the seats of ${reference} until ${showDay(quote.heldUntil)}?`,
    lead: (
      <>
        They are held until {showDay(quote.from)} now. We’ll email <bdi>{name}</bdi> the new day, the plan and
        the link to pay.
      </>
    ),
    about: quote.installments.length > 0 && <PlanChange {...quote} />,
    button: { label: 'Save new day', busyLabel: 'Saving...' },
    fields: <NoteField field={fields.note} />,
  }),
}

export const ask: Screen<'ask'> = {
  failed: 'Failed to send the payment link',
  checks: AskForPartForm,
  reloads: true,
  confirm: ({ address, quote: { remainingCents, lastAsked } }, fields) => ({
    title: 'Send a payment link',
    about: (
      <p className="wrap-anywhere mb-4 text-sm">
        We’ll email {address} a link to pay this amount. {showCents(remainingCents)} is left to pay.
        {lastAsked && ` The last such link was sent ${lastAsked.at}.`}
      </p>
    ),
    button: { label: 'Send the link', busyLabel: 'Sending...' },
    fields: <AmountField field={fields.amount} required />,
  }),
}
