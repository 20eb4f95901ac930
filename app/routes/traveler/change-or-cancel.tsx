import { Form, useActionData, useNavigation } from '@remix-run/react'
import { GUEST_REQUEST_WORDS, type GuestRequestKind, REQUEST_AT_MOST } from '#app/bookings/stored-values'
import { hasBegun } from '#app/tours/departure'
import { Button } from '#app/ui/button'
import { SelectField, TextAreaField } from '#app/ui/field'
import { TextLink } from '#app/ui/link'
import { Panel } from '#app/ui/panel'
import { RefundSteps } from '#app/ui/refund-terms'
import { ContactLine } from '#app/ui/shell/contact-line'
import { GUEST_REQUEST_KINDS, PARTY_AT_MOST } from '#db/values'
import type { BookingPage } from './booking-page.server'

/** Staff change and cancel: the traveler asks them here, and sees before what the policy gives back. */
export function ChangeOrCancel({ page }: { page: BookingPage }) {
  const { booking, refundToday, today } = page
  const isUnderWay = hasBegun(booking, today)
  const answered = useAnswer()
  return (
    <Panel as="section" id="terms" className="scroll-mt-24">
      <details open={page.requests.length > 0 || page.place === 'on-offer' || answered !== undefined}>
        <summary className="fold justify-between p-6 sm:px-8">
          <h2 className="type-h3">Change or cancel</h2>
        </summary>
        <div className="px-6 pb-6 sm:px-8 sm:pb-8">
          <p className="text-sm">
            {isUnderWay
              ? 'Your journey has begun, so the booking stays as it is. Is something wrong? Write or call, and we’ll take care of it.'
              : 'Need to change or cancel? Send us a request and we’ll take care of it. Nothing changes until you hear from us.'}
          </p>
          <p className="mt-3 text-sm">{refundToday}</p>
          <RefundSteps refund={booking.refundTerms} className="mt-5" />
          {!isUnderWay && (
            <div className="mt-4 grid gap-3 print:hidden">
              {page.requests.map((asked) => (
                <Asked key={asked.id} {...asked} />
              ))}
              {page.place && <PlaceLink token={page.token} place={page.place} />}
              <Ask key={`change-${page.requests.length}`} page={page} {...CHANGE} />
              <Ask key={`cancel-${page.requests.length}`} page={page} {...CANCEL} />
            </div>
          )}
          <ContactLine reference={booking.reference} className="mt-4 text-sm text-ink-soft" />
        </div>
      </details>
    </Panel>
  )
}

/** What waits for an answer; taking it back is asked once more, also without scripts. */
function Asked({ id, kind, askedAt, answerBy }: BookingPage['requests'][number]) {
  const busy = useNavigation().formData?.get('takeBack') === String(id)
  const dates = kind === 'cancel' || kind === 'leave'
  return (
    <div className="rounded-field border border-line p-4 text-sm">
      <p>
        <strong>You asked {GUEST_REQUEST_WORDS[kind]}</strong>, {askedAt}.{' '}
        {answerBy ? `We’ll answer by ${answerBy}.` : 'We owe you an answer. Please call or email us.'}
      </p>
      <details className="mt-2">
        <summary className="fold w-fit py-1 underline underline-offset-3">Changed your mind?</summary>
        <Form method="post" className="mt-2 grid gap-3" preventScrollReset>
          <input type="hidden" name="takeBack" value={id} />
          <p>
            Your booking stays as it is, and we’ll stop working on your request.
            {dates && ' If you ask again later, a refund counts from that day.'}
          </p>
          <Button tone="outline" busy={busy} busyLabel="Taking back...">
            Take the request back
          </Button>
        </Form>
      </details>
    </div>
  )
}

const PlaceLink = ({ token, place }: { token: string; place: NonNullable<BookingPage['place']> }) => (
  <p className="rounded-field border border-line p-4 text-sm">
    {place === 'on-offer'
      ? 'A seat of this booking is offered to the waitlist. '
      : 'Can’t come? Someone on the waitlist may take your seat, and you’d get a larger refund. '}
    <TextLink to={`/booking/${token}/place`}>
      {place === 'on-offer' ? 'See it or take it back' : 'Offer a seat to the waitlist'}
    </TextLink>
  </p>
)

type Change = Exclude<GuestRequestKind, 'cancel'>

/** What they choose from. */
const CHANGES: Record<Change, string> = {
  contact: 'Contact or lead traveler',
  'pay-later': 'More time to pay',
  move: 'Another departure',
  room: 'Another kind of room',
  join: 'Another traveler joins',
  leave: 'A traveler can’t come',
  change: 'Something else',
}

const isChange = (kind: GuestRequestKind): kind is Change => kind !== 'cancel'

type Words = {
  kinds: readonly GuestRequestKind[]
  title: string
  label: string
  hint: string
  send: string
}

const CHANGE: Words = {
  kinds: GUEST_REQUEST_KINDS.filter(isChange),
  title: 'Ask for a change',
  label: 'In your own words',
  hint: 'Which day, which departure, who? For something else, tell us what.',
  send: 'Send the request',
}

const CANCEL: Words = {
  kinds: ['cancel'],
  title: 'Ask to cancel',
  label: 'Anything we should know?',
  hint: 'We’ll reply with what you get back, and cancel the booking then.',
  send: 'Ask to cancel the booking',
}

/** Not asked yet, and something that this booking has or has room for. */
function mayAsk(kind: GuestRequestKind, { requests, due, travelers }: BookingPage): boolean {
  if (requests.some((open) => open.kind === kind)) return false
  if (kind === 'pay-later') return due.next !== null
  if (kind === 'join') return travelers.length < PARTY_AT_MOST
  return kind !== 'leave' || travelers.length > 1
}

type Answer = { kind: string; message: string; errors: { kind?: string[]; message?: string[] } }

/** Of these forms: the page has others. */
function useAnswer(): Answer | undefined {
  const answered = useActionData<Answer | { form: string }>()
  return answered && 'kind' in answered ? answered : undefined
}

/** Opens without scripts. */
function Ask({ page, kinds, title, send, ...words }: Words & { page: BookingPage }) {
  const isOurs = (kind: unknown) => (kind === 'cancel') === kinds.includes('cancel')
  const answered = useAnswer()
  const answer = answered && isOurs(answered.kind) ? answered : undefined
  const sent = useNavigation().formData
  const offered = kinds.filter((kind) => mayAsk(kind, page))
  if (offered.length === 0) return null
  const changes = offered.filter(isChange)
  return (
    <details open={answer !== undefined} className="rounded-field border border-line">
      <summary className="fold justify-between px-4 py-3 font-semibold text-sm">{title}</summary>
      <Form method="post" className="grid gap-4 p-4 pt-1" preventScrollReset>
        {changes.length === 0 ? (
          <input type="hidden" name="kind" value={offered[0]} />
        ) : (
          <SelectField
            name="kind"
            label="What should we change?"
            required
            defaultValue={answer?.kind}
            errors={answer?.errors.kind}
          >
            <option value="">Please choose</option>
            {changes.map((kind) => (
              <option key={kind} value={kind}>
                {CHANGES[kind]}
              </option>
            ))}
          </SelectField>
        )}
        <TextAreaField
          key={answer?.message}
          name="message"
          {...words}
          rows={3}
          maxLength={REQUEST_AT_MOST}
          optional
          defaultValue={answer?.message}
          errors={answer?.errors.message}
          autoFocus={answer?.errors.message !== undefined}
          dir="auto"
        />
        <Button busy={sent !== undefined && isOurs(sent.get('kind'))} busyLabel="Sending...">
          {send}
        </Button>
      </Form>
    </details>
  )
}
