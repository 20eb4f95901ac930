import { Form, useActionData, useNavigation } from '@remix-run/react'
import { REQUEST_AT_MOST } from '#app/bookings/guest-forms'
import type { GuestRequestKind } from '#app/bookings/stored-values'
import { REPLY_WITHIN } from '#app/people/reply-promise'
import { hasBegun } from '#app/tours/departure'
import { Button } from '#app/ui/button'
import { TextAreaField } from '#app/ui/field'
import { Panel } from '#app/ui/panel'
import { RefundTerms } from '#app/ui/refund-terms'
import type { BookingPage } from './booking-page.server'
import { ContactLine } from './contact-line'

/** Staff change and cancel: the traveler asks them here, and sees before what the policy gives back. */
export function ChangeOrCancel({ page }: { page: BookingPage }) {
  const { booking, refundToday, today } = page
  const isUnderWay = hasBegun(booking, today)
  return (
    <Panel as="section" className="p-6 sm:p-8 lg:col-start-2">
      <h2 className="type-h3">Change or cancel</h2>
      <p className="mt-2 text-sm">
        {isUnderWay
          ? 'Once the journey has begun, it stays as it was booked. Is something not right? Write or call: we’ll take care of it.'
          : 'Ask us, and we’ll do it for you: another name, another room, or a cancellation. Nothing changes before we have answered.'}
      </p>
      <p className="mt-3 text-sm">{refundToday}</p>
      <RefundTerms
        refund={booking.refundTerms}
        className="mt-3 border-t border-line pt-3 text-sm text-ink-soft"
      />
      {!isUnderWay && (
        <div className="mt-4 grid gap-3 print:hidden">
          <Ask page={page} {...CHANGE} />
          <Ask page={page} {...CANCEL} />
        </div>
      )}
      <ContactLine reference={booking.reference} className="mt-4 text-sm text-ink-soft" />
    </Panel>
  )
}

type Words = {
  kind: GuestRequestKind
  title: string
  label: string
  hint: string
  send: string
  asked: string
  isOptional: boolean
}

const CHANGE: Words = {
  kind: 'change',
  title: 'Ask for a change',
  label: 'What should we change?',
  hint: 'A name, a room, the travelers: tell us in your own words.',
  send: 'Send the request',
  asked: 'You asked for a change',
  isOptional: false,
}

const CANCEL: Words = {
  kind: 'cancel',
  title: 'Ask to cancel',
  label: 'Anything we should know?',
  hint: 'We’ll reply with what you get back, and cancel the booking then.',
  send: 'Ask to cancel the booking',
  asked: 'You asked to cancel',
  isOptional: true,
}

type Answer = { kind: string; message: string; error: string }

/** Opens without scripts; once sent, it says so until staff have done it. */
function Ask({ page, kind, ...words }: Words & { page: BookingPage }) {
  const answered = useActionData<Answer>()
  const answer = answered?.kind === kind ? answered : undefined
  const busy = useNavigation().formData?.get('kind') === kind
  const open = page.requests.find((request) => request.kind === kind)
  if (open)
    return (
      <p className="rounded-field border border-line p-4 text-sm">
        <strong>{words.asked}</strong>, {open.askedAt}. We answer {REPLY_WITHIN}.
      </p>
    )
  return (
    <details open={answer !== undefined} className="rounded-field border border-line">
      <summary className="cursor-pointer px-4 py-3 font-semibold text-sm">{words.title}</summary>
      <Form method="post" className="grid gap-4 p-4 pt-1" preventScrollReset>
        <input type="hidden" name="kind" value={kind} />
        <TextAreaField
          key={answer?.message}
          name="message"
          label={words.label}
          hint={words.hint}
          rows={3}
          maxLength={REQUEST_AT_MOST}
          required={!words.isOptional}
          optional={words.isOptional}
          defaultValue={answer?.message}
          errors={answer && [answer.error]}
          dir="auto"
        />
        <Button busy={busy} busyLabel="Sending...">
          {words.send}
        </Button>
      </Form>
    </details>
  )
}
