import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, Outlet, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { finishRequest } from '#app/bookings/guest-requests.server'
import { correctLeader } from '#app/bookings/leaders/save-terms.server'
import { sumOnItsWay } from '#app/bookings/on-its-way'
import { TO_PAY_BACK } from '#app/bookings/status'
import { stopAutopay } from '#app/money/changes/paying/agree-to-autopay.server'
import { choose } from '#app/money/changes/schedule/choose.server'
import { liveConsentsOf } from '#app/money/payments/autopay-consents.server'
import { personPath } from '#app/people/contact-fields'
import { now } from '#app/platform/clock.server'
import { type Cents, showCents } from '#app/platform/money'
import { NotesPanel, noteNotSaved } from '#app/routes/admin/notes/notes-panel'
import { answerNote, NOTE_FIELDS, notesView } from '#app/routes/admin/notes/notes-panel.server'
import { readForm } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { byStaff } from '#app/staff/audit-log.server'
import { may } from '#app/staff/rights'
import { roomsInWords } from '#app/tours/party'
import { revalidateAfterError, stayOnFailure } from '#app/ui/admin/admin-form'
import { AdminHeading, AdminLink, AdminPanel, adminHead } from '#app/ui/admin/admin-parts'
import { useMay } from '#app/ui/admin/admin-shell'
import { HistoryList } from '#app/ui/admin/history-list'
import { MailsTable } from '#app/ui/admin/letters'
import { useAskedForPage } from '#app/ui/admin/list-controls'
import { SelectField } from '#app/ui/field'
import { Link } from '#app/ui/link'
import { RefundSteps } from '#app/ui/refund-terms'
import { EmailAddress } from '#app/ui/summary-list'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { AutopayPanel, FoldedAutopay } from './autopay-panel'
import { done, namedBooking, nothingChanged } from './booking-command.server'
import { BookingNotices } from './booking-notices'
import { type BookingPageFacts, bookingPage } from './booking-page.server'
import {
  Fact,
  InstallmentsPanel,
  LedgerTable,
  MoneyBadge,
  PriceChanges,
  TravelersPanel,
  WriteOrCall,
} from './booking-parts'
import { BUTTONS } from './commands/paths'
import { PayerLinksPanel, SharesPanel } from './shares-panel'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see bookings')
  const booking = namedBooking(params)
  return {
    ...bookingPage(booking, staff, new URL(request.url).searchParams),
    notes: may(staff, 'see travelers') ? notesView({ bookingId: booking.id }, request) : null,
  }
}

/**
 * Notes a choice by phone and who brought the guest, marks what the traveler asked for as done, and answers
 * the forms of the notes.
 */
export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change bookings')
  const booking = namedBooking(params)
  const here = `/admin/bookings/${booking.reference}`
  const form = await readForm(request, ['request', 'choice', 'leader', 'stopAutopay', ...NOTE_FIELDS])
  if (form.get('choice') === 'stays') {
    const chosen = await choose(booking.reference, 'stays', now, byStaff(staff))
    const { toast } =
      'chosen' in chosen
        ? done('Choice saved', 'They travel on the new dates.')
        : nothingChanged('The choice was already made, or its last day has passed.')
    return redirectWithToast(here, toast)
  }
  if (form.has('leader')) {
    const chosen = LeaderChosen.safeParse(form.get('leader'))
    const { toast } =
      chosen.success && correctLeader(booking.reference, chosen.data, staff, now())
        ? done('Leader saved', 'Seats and rewards follow within a minute.')
        : nothingChanged('It is theirs already, or there is no such leader.')
    return redirectWithToast(here, toast)
  }
  if (form.has('stopAutopay')) {
    const asked = form.get('stopAutopay')
    const consent = liveConsentsOf(booking.id).find(({ id }) => String(id) === asked)
    const { toast } =
      consent && stopAutopay(consent, staff, now())
        ? done('Automatic payment stopped', 'The payer and the traveler are emailed.')
        : nothingChanged('It has ended already.')
    return redirectWithToast(here, toast)
  }
  if (!form.has('request')) return answerNote(form, { bookingId: booking.id }, staff, here)

  const id = Number(form.get('request'))
  const isDone = Number.isSafeInteger(id) && finishRequest(id, booking, staff, now())
  return redirectWithToast(
    here,
    isDone
      ? { tone: 'success', title: 'Request marked as done' }
      : { tone: 'info', title: 'This request is already done' },
  )
}

export const shouldRevalidate = revalidateAfterError

export const clientAction = stayOnFailure((sent) =>
  sent.has('choice')
    ? { title: 'Failed to save the choice' }
    : sent.has('leader')
      ? { title: 'Failed to save the leader' }
      : sent.has('stopAutopay')
        ? { title: 'Failed to stop automatic payment' }
        : sent.has('request')
          ? { title: 'Failed to mark the request as done' }
          : noteNotSaved(sent),
)

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  adminHead(`Booking ${data?.booking.reference ?? ''}`.trim())

export default function BookingPage() {
  const facts = useLoaderData<typeof loader>()
  const { booking, acts } = facts
  const here = `/admin/bookings/${booking.reference}`
  const agreed = { autopay: facts.autopay, mayStop: useMay()('change bookings') }
  if (useAskedForPage())
    return (
      <>
        <Crumb to={here}>{`Booking ${booking.reference}`}</Crumb>
        <AdminHeading title={`History of ${booking.reference}`} />
        <Outlet />
        <History facts={facts} />
      </>
    )
  return (
    <>
      <Crumb to="/admin/bookings">Safari Bookings</Crumb>
      <AdminHeading
        title={`Booking ${booking.reference}`}
        badge={<MoneyBadge {...booking} />}
        lead={
          <>
            <bdi>{booking.name}</bdi>, {showCents(facts.party.paidCents)} of{' '}
            {showCents(facts.party.priceCents)} paid
          </>
        }
      >
        {BUTTONS.filter(({ name }) => acts[name]).map(({ name, path, label, tone }) => (
          <AdminLink key={name} to={`${here}/${path}`} preventScrollReset tone={tone}>
            {label}
          </AdminLink>
        ))}
      </AdminHeading>
      <Outlet />
      <p
        className={`wrap-anywhere mb-4 border-l-3 pl-3 text-sm ${booking.overdueCents > 0 ? 'border-danger' : 'border-sand'}`}
      >
        {facts.nextStep}
      </p>
      <BookingNotices facts={facts} />
      <TravelersPanel {...{ facts, here }} />
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-2">
        <Traveler facts={facts} />
        <Tour facts={facts} />
      </div>
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-3">
        <Money facts={facts} />
        <InstallmentsPanel {...{ facts, here }} />
      </div>
      <SharesPanel {...{ facts, here }} />
      {!facts.shares && <AutopayPanel {...agreed} />}
      <LedgerTable {...{ facts, here }} />
      <div className="flex flex-wrap gap-x-8">
        <PayerLinksPanel facts={facts} />
        {facts.shares && <FoldedAutopay {...agreed} />}
        <PriceChanges {...{ facts, here }} />
      </div>
      <div className="mt-4 grid items-start gap-x-4 xl:grid-cols-2">
        {facts.notes && <NotesPanel notes={facts.notes} />}
        <section className="min-w-0">
          <h2 className="mt-5 mb-2 font-semibold text-control xl:mt-0">History</h2>
          <History facts={facts} />
        </section>
      </div>
      <MailsTable rows={facts.mails} />
    </>
  )
}

type FactsProps = { facts: BookingPageFacts }

const Crumb = ({ to, children }: { to: string; children: string }) => (
  <p className="admin-no-print mb-3 text-sm">
    <Link to={to} className="font-medium text-umber underline underline-offset-3">
      {children}
    </Link>
  </p>
)

const History = ({ facts: { booking, history } }: FactsProps) => (
  <HistoryList
    {...history}
    label={`History of ${booking.reference}`}
    empty="Nothing has happened yet"
    hideSubject
    atOnce={3}
  />
)

const Money = ({ facts }: FactsProps) => (
  <AdminPanel title="Money">
    <dl className="grid gap-2 text-sm tabular-nums">
      <Amount
        label={facts.party.sum ? `Total price, ${facts.party.sum}` : 'Total price'}
        cents={facts.party.priceCents}
      />
      <Amount label="Paid" cents={facts.party.paidCents} />
      {facts.party.toPayBackCents > 0 && <Amount label={TO_PAY_BACK} cents={facts.party.toPayBackCents} />}
      {facts.booking.writtenOffCents > 0 && (
        <Amount label="Written off" cents={facts.booking.writtenOffCents} />
      )}
      {facts.onItsWay.length > 0 && <Amount label="On its way" cents={sumOnItsWay(facts.onItsWay)} />}
      {facts.booking.isPaid && <Amount label="Balance due" cents={facts.booking.openCents} />}
      <Amount label="Refundable through Stripe" cents={facts.refundableCents} />
      {facts.byHandCents > 0 && <Amount label="Paid by hand" cents={facts.byHandCents} />}
    </dl>
    <details className="mt-3 border-admin-line border-t pt-2">
      <summary className="w-fit cursor-pointer py-1 font-semibold text-sm">If they cancel</summary>
      <RefundSteps refund={facts.booking.refundTerms} />
    </details>
  </AdminPanel>
)

const Amount = ({ label, cents }: { label: string; cents: Cents }) => (
  <div className="flex justify-between gap-4">
    <dt className="text-admin-soft">{label}</dt>
    <dd className="font-medium">{showCents(cents)}</dd>
  </div>
)

const Traveler = ({ facts: { booking, acts, shares } }: FactsProps) => (
  <AdminPanel
    title="Lead traveler"
    actions={
      acts.lead && (
        <Link
          to={`/admin/bookings/${booking.reference}/lead`}
          preventScrollReset
          className="admin-quiet-button -my-2"
        >
          Change<span className="sr-only"> the lead traveler</span>
        </Link>
      )
    }
  >
    <dl className="grid grid-cols-2 gap-x-5 gap-y-2 text-sm">
      <Fact label="Name">{booking.name}</Fact>
      <Fact label="Email">{booking.erased ?? <EmailAddress address={booking.email} />}</Fact>
      {!booking.erased && <Fact label="Phone">{booking.phone ?? 'Not given'}</Fact>}
      {(booking.address || booking.place || booking.country) && (
        <Fact label="Address">
          {[booking.address, booking.place, booking.country].filter(Boolean).map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </Fact>
      )}
      {booking.alsoSaid.map(({ label, words }) => (
        <Fact key={label} label={label}>
          {words ?? 'Not given'}
        </Fact>
      ))}
    </dl>
    <p className="wrap-anywhere mt-3 border-admin-line border-t pt-3 text-admin-soft text-xs">
      {booking.erased ? (
        'Nothing is emailed to this guest anymore. Amounts, dates and the reference stay for the books.'
      ) : (
        <>
          Emails and receipts go to <bdi>{booking.lettersTo.name}</bdi>, {booking.lettersTo.address}. Changing
          a traveler’s name or email below does not change that.
          {shares && ' Reminders and receipts of a companion’s own share go to them.'}
        </>
      )}
    </p>
    <WriteOrCall {...booking}>
      {useMay()('see inquiries') && (
        <Link to={personPath(booking.email)} className="admin-quiet-button text-sm">
          All about this person
        </Link>
      )}
    </WriteOrCall>
  </AdminPanel>
)

/** Empty for no one's guest. */
const LeaderChosen = z
  .string()
  .regex(/^\d{0,15}$/)
  .transform((typed) => (typed === '' ? null : Number(typed)))

/** Whose guest it is, where they forgot the code. Nothing where there are no leaders. */
const BroughtBy = ({ booking: { leaderId, leaders } }: { booking: BookingPageFacts['booking'] }) =>
  useMay()('change bookings') &&
  leaders.length > 0 && (
    <details className="mt-3 text-sm">
      <summary className="w-fit cursor-pointer py-1 font-semibold">Change who brought them</summary>
      <Form method="post" preventScrollReset className="mt-2 flex flex-wrap items-end gap-3">
        <SelectField
          label="Leader"
          name="leader"
          defaultValue={String(leaderId ?? '')}
          className="min-w-48 flex-1"
        >
          <option value="">No one</option>
          {leaders.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <button type="submit" className="admin-quiet-button">
          Save leader
        </button>
      </Form>
    </details>
  )

const Tour = ({ facts: { booking, tour, acts } }: FactsProps) => (
  <AdminPanel title="Tour">
    <dl className="grid grid-cols-2 gap-x-5 gap-y-2 text-sm">
      <Fact label="Departure">
        {tour.name}
        <span className="block text-admin-soft">{tour.days}</span>
        {tour.agreedDays && <span className="block text-wait">Agreed to {tour.agreedDays}</span>}
      </Fact>
      <Fact label="Rooms">{roomsInWords(booking)}</Fact>
      <Fact label="Booked">{booking.bookedAt}</Fact>
      {booking.earlyBird && <Fact label="Early bird">{booking.earlyBird}</Fact>}
      <Fact label="Status">{booking.statusWords}</Fact>
      {booking.holdEndsAt && <Fact label="Seat held until">{booking.holdEndsAt}</Fact>}
      {booking.soldBy && <Fact label="Booked for the guest by">{booking.soldBy}</Fact>}
      {booking.leader && <Fact label="Brought by">{booking.leader}</Fact>}
      {booking.canceledAt && <Fact label="Canceled">{booking.canceledAt}</Fact>}
    </dl>
    <BroughtBy booking={booking} />
    {booking.payLink && (
      <p className="mt-4 flex flex-wrap gap-x-5 gap-y-2 text-sm">
        <a href={booking.payLink} className={LINK}>
          Payment link
        </a>
        {acts.hold && (
          <Link to={`/admin/bookings/${booking.reference}/hold`} preventScrollReset className={LINK}>
            Hold longer
          </Link>
        )}
      </p>
    )}
    {booking.links && (
      <p className="mt-4 flex flex-wrap gap-x-5 gap-y-2 text-sm">
        <a href={booking.links.page} className={LINK}>
          Traveler’s page
        </a>
        <a href={booking.links.pay} className={LINK}>
          Payment link
        </a>
        {acts.ask && (
          <Link to={`/admin/bookings/${booking.reference}/ask`} preventScrollReset className={LINK}>
            Send a payment link
          </Link>
        )}
      </p>
    )}
  </AdminPanel>
)

const LINK = 'font-medium text-umber underline underline-offset-3 hover:text-umber-deep'
