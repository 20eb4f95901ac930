import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { answerRequest, openRequestsOf, RequestAnswerForm } from '#app/bookings/guest-requests.server'
import { GUEST_REQUEST_WORDS, REQUEST_AT_MOST } from '#app/bookings/stored-values'
import { travelerMailbox } from '#app/bookings/traveler-letters.server'
import { businessTime, now } from '#app/platform/clock.server'
import { filledIn } from '#app/ui/admin/admin-fields'
import { stayOnFailure } from '#app/ui/admin/admin-form'
import { ChoiceCards } from '#app/ui/choice-cards'
import { TextAreaField } from '#app/ui/field'
import {
  answerMoneyCommand,
  bookingToChange,
  done,
  namedBooking,
  nothingChanged,
} from './booking-command.server'
import { MoneyDialog, useMoneyForm } from './money-dialog'

/** Where staff answer in words what a traveler asked for, or say that it cannot be. */
export async function loader(args: LoaderFunctionArgs) {
  const booking = await bookingToChange(args)
  const asked = openRequestsOf(booking.id).find(({ id }) => id === Number(args.params.id))
  if (!asked) throw redirect(`/admin/bookings/${booking.reference}`)
  return {
    reference: booking.reference,
    name: booking.customerName,
    asks: GUEST_REQUEST_WORDS[asked.kind],
    datesRefund: ['cancel', 'leave', 'change'].includes(asked.kind),
    message: asked.message,
    askedAt: businessTime(asked.createdAt),
    address: travelerMailbox(booking).address,
  }
}

export const action = (args: ActionFunctionArgs) =>
  answerMoneyCommand(args, RequestAnswerForm, (answer, staff) =>
    answerRequest(Number(args.params.id), namedBooking(args.params), answer, staff, now())
      ? done('Request answered', 'We’ll email your answer, and the request is closed.')
      : nothingChanged('This request was answered, done or taken back in the meantime.'),
  )

export const clientAction = stayOnFailure({ title: 'Failed to send the answer' })

const OPTIONS = [
  {
    value: 'answered',
    title: 'It is settled',
    detail: 'The email begins “Here is our answer”.',
  },
  {
    value: 'declined',
    title: 'We can’t do it',
    detail: 'The email begins “We’re sorry, we can’t do what you asked for”.',
  },
]

export default function AnswerRequestPage() {
  const { reference, name, asks, datesRefund, message, askedAt, address } = useLoaderData<typeof loader>()
  const [form, fields] = useMoneyForm<typeof RequestAnswerForm>('answer-request')
  return (
    <MoneyDialog
      {...{ reference, form }}
      title="Answer this request"
      about={
        <div className="mb-5 text-sm">
          <p>
            <bdi>{name}</bdi> asked {asks}, {askedAt}.
          </p>
          {message && (
            <p
              dir="auto"
              className="wrap-anywhere mt-2 whitespace-pre-line border-admin-line border-l-2 pl-3"
            >
              {message}
            </p>
          )}
          <p className="wrap-anywhere mt-2 text-admin-soft text-xs">
            We’ll email your words to {address}. That closes the request; the booking stays as it is.
            {datesRefund && ' The day of the request no longer counts for a refund.'}
          </p>
        </div>
      }
      label="Send the answer"
      busyLabel="Sending..."
    >
      <ChoiceCards
        legend="What is the answer?"
        name={fields.as.name}
        defaultValue={fields.as.initialValue ?? 'answered'}
        errors={fields.as.errors}
        options={OPTIONS}
      />
      <TextAreaField
        label="Your answer"
        {...filledIn(fields.words)}
        rows={6}
        maxLength={REQUEST_AT_MOST}
        required
        dir="auto"
      />
    </MoneyDialog>
  )
}
