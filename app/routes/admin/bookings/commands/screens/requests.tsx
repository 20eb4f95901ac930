import { type OfferIfSeatKept, REQUEST_AT_MOST } from '#app/bookings/stored-values'
import { filledIn } from '#app/ui/admin/admin-fields'
import { AdminLink } from '#app/ui/admin/admin-parts'
import { RouteDialog } from '#app/ui/admin/route-dialog'
import { ChoiceCards } from '#app/ui/choice-cards'
import { TextAreaField } from '#app/ui/field'
import { Notice } from '#app/ui/notice'
import { BEING_PAID } from '../being-paid'
import type { Screen } from './screen'

const OPTIONS = [
  {
    value: 'answered',
    title: 'It is settled',
    detail: 'The email says “Here is our answer”.',
  },
  {
    value: 'declined',
    title: 'We can’t do it',
    detail: 'The email says “We’re sorry, we can’t do what you asked for”.',
  },
]

export const answer: Screen<'answer'> = {
  failed: 'Failed to send the answer',
  confirm: ({ name, asks, datesRefund, message, askedAt, address }, fields) => ({
    title: 'Answer this request',
    about: (
      <div className="mb-5 text-sm">
        <p>
          <bdi>{name}</bdi> asked {asks}, {askedAt}.
        </p>
        {message && (
          <p dir="auto" className="wrap-anywhere mt-2 whitespace-pre-line border-admin-line border-l-2 pl-3">
            {message}
          </p>
        )}
        <p className="wrap-anywhere mt-2 text-admin-soft text-xs">
          We’ll email your words to {address}. That closes the request; the booking stays as it is.
          {datesRefund && ' The day of the request no longer counts for a refund.'}
        </p>
      </div>
    ),
    button: { label: 'Send the answer', busyLabel: 'Sending...' },
    fields: (
      <>
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
      </>
    ),
  }),
}

const BECOMES: Record<Exclude<OfferIfSeatKept, 'being-paid'>, string> = {
  'no-offer': 'No waiting party has been offered it.',
  'free-seat': 'A waiting party has been offered it. They get a free seat instead and notice nothing.',
  'another-place':
    'A waiting party has been offered it. They get another seat that is offered and notice nothing.',
  'offer-ends':
    'A waiting party has been offered it. Their offer ends: we’ll email them, and they stay in line where they were.',
}

export const place: Screen<'place'> = {
  failed: 'Failed to remove the seat',
  reloads: true,
  confirm: ({ reference, whose, since, fee, becomes }) => {
    const title = 'Remove this seat from the waitlist?'
    const lead = (
      <>
        The seat of <bdi>{whose}</bdi> has been offered since {since}, for a fee of {fee}. Removed, it stays
        theirs and no one can buy it. We’ll email the lead traveler, who can offer it again.
      </>
    )
    if (becomes === 'being-paid') {
      const page = `/admin/bookings/${reference}`
      return (
        <RouteDialog title={title} closeTo={page}>
          <p className="mb-4 text-sm">{lead}</p>
          <Notice tone="wait" title="A waiting party is paying for it" className="mb-4">
            {BEING_PAID}
          </Notice>
          <AdminLink to={page} preventScrollReset>
            Back
          </AdminLink>
        </RouteDialog>
      )
    }
    return {
      title,
      lead,
      about: <p className="mb-4 text-sm">{BECOMES[becomes]}</p>,
      button: { label: 'Remove it', busyLabel: 'Removing...' },
      sent: { shown: becomes },
    }
  },
}
