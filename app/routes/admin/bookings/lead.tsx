import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { TRAVELER } from '#app/bookings/checkout-form'
import { isHeldForGuest } from '#app/bookings/hold'
import { partyOf } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { asWords, changeLead, leadSummary } from '#app/money/changes/party/change-lead.server'
import { GUEST_FIELDS, LeadForm } from '#app/money/changes/sell-form'
import { now } from '#app/platform/clock.server'
import { namesOf, ofEach } from '#app/platform/typed/fields'
import { answerChangedSince, readSubmission } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { travelerWords } from '#app/travelers/detail-fields'
import { adminField } from '#app/ui/admin/admin-fields'
import { stayOnFailure, useLastActionData, useLastResult } from '#app/ui/admin/admin-form'
import { AdminLink } from '#app/ui/admin/admin-parts'
import { RouteDialog } from '#app/ui/admin/route-dialog'
import { OpenedVersion, useStaffForm } from '#app/ui/admin/staff-form'
import { FieldOf } from '#app/ui/field'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { namedBooking, nothingChanged, notStoppedWords } from './booking-command.server'
import { ChooseTraveler } from './booking-parts'
import { MoneyDialog } from './money-dialog'
import { WHY_NOT_LED } from './refusal-words'

/**
 * How the lead traveler is reached; with `?traveler` who of the party leads from now on, and with `?next`
 * first the question who that is, because the lead traveler leaves.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'change bookings')
  const booking = namedBooking(params)
  const page = `/admin/bookings/${booking.reference}`
  const query = new URL(request.url).searchParams
  const party = partyOf(booking.id)
  const [lead, ...others] = party
  const asked = query.get('traveler')
  const traveler = asked === null ? lead : party.find(({ position }) => String(position) === asked)
  const isOther = traveler !== lead
  if (!lead || !traveler || (booking.status === 'pending' && !isHeldForGuest(booking))) throw redirect(page)
  if ((isOther || query.has('next')) && !isPaid(booking.status)) throw redirect(page)
  const leaves = query.has('leaves')
  return {
    reference: booking.reference,
    leadName: travelerWords(lead),
    others: query.has('next')
      ? others.map((one) => ({
          name: travelerWords(one),
          to: `${page}/lead?traveler=${one.position}&leaves`,
        }))
      : null,
    travelerId: traveler.id,
    name: travelerWords(traveler),
    isOther,
    leaves: isOther && leaves,
    ...leadSummary(booking, traveler),
    formKey: crypto.randomUUID(),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change bookings')
  const booking = namedBooking(params)
  const { id, reference } = booking
  const submission = await readSubmission(request, LeadForm)
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { leaves, ...typed } = submission.value
  const refuse = (words: string, status = 409) => data(submission.reply({ formErrors: [words] }), { status })
  try {
    const outcome = await changeLead({ ...typed, reference }, staff, now)
    if ('changed' in outcome) {
      const { changed, formerPosition } = outcome
      const leaving = leaves && formerPosition
      const page = `/admin/bookings/${reference}`
      return redirectWithToast(
        leaving ? `${page}/leave/${formerPosition}` : page,
        changed.length === 0
          ? { tone: 'info', title: 'Nothing to save', description: 'You changed nothing.' }
          : { ...CHANGED, title: formerPosition ? 'New lead traveler' : 'Lead traveler saved' },
      )
    }
    if ('known' in outcome) {
      const { toast } = nothingChanged('This form was sent before.')
      return redirectWithToast(`/admin/bookings/${reference}`, toast)
    }
    if (outcome.refused === 'held' && isHeldForGuest(booking)) return refuse(HELD_BY_STAFF)
    if (outcome.refused !== 'changed-since') return refuse(WHY_NOT_LED[outcome.refused])
    const { travelerId, version: _, formKey: __, ...traveler } = typed
    const labels = { ...ofEach(TRAVELER, (name) => TRAVELER[name].label), lead: 'Lead traveler' }
    const nameOf = (lead: number) => partyOf(id).find((one) => one.id === lead)?.name ?? ''
    return answerChangedSince(submission, asWords(traveler, travelerId), outcome, labels, {
      lead: nameOf,
    })
  } catch (error) {
    return refuse(notStoppedWords(error), 502)
  }
}

const CHANGED = {
  tone: 'success' as const,
  description: 'Emails and links go to the new contact, and everyone it concerns gets an email.',
}

const HELD_BY_STAFF =
  'Nothing is paid for these seats yet, so no one else can lead. Change the name of the lead traveler instead. Nothing was changed.'

export const clientAction = stayOnFailure({ title: 'Failed to save the lead traveler' })

export default function LeadPage() {
  const { others } = useLoaderData<typeof loader>()
  return others ? <WhoIsNext others={others} /> : <LeadContact />
}

/** Before the lead traveler leaves: who takes their place. */
function WhoIsNext({ others }: { others: { name: string; to: string }[] }) {
  const { reference, leadName } = useLoaderData<typeof loader>()
  const page = `/admin/bookings/${reference}`
  if (others.length === 0) {
    return (
      <RouteDialog title={`${leadName} is the only traveler`} closeTo={page}>
        <p className="mb-4 text-sm">A booking of one cannot go on without its traveler: cancel it instead.</p>
        <AdminLink to={`${page}/cancel`} preventScrollReset tone="danger">
          Cancel booking
        </AdminLink>
      </RouteDialog>
    )
  }
  return (
    <ChooseTraveler {...{ reference, travelers: others }} title={`Who leads ${reference} next?`}>
      <bdi>{leadName}</bdi> is the lead traveler. Choose who emails and payment links go to from now on; then
      you remove <bdi>{leadName}</bdi>.
    </ChooseTraveler>
  )
}

function LeadContact() {
  const loaded = useLoaderData<typeof loader>()
  const { reference, travelerId, name, leadName, isOther, leaves, words, version, formKey } = loaded
  const answered = useLastActionData<typeof action>()
  const [form, fields] = useStaffForm(LeadForm, {
    id: `lead-${travelerId}`,
    lastResult: useLastResult(answered),
    defaultValue: words,
    shouldValidate: 'onBlur',
  })
  return (
    <MoneyDialog
      {...{ reference, form, formKey }}
      title={isOther ? `Make ${name} the lead traveler?` : `Lead traveler of ${reference}`}
      lead={
        isOther ? (
          <>
            Emails, receipts and payment links go to <bdi>{name}</bdi> from now on. All links of the booking
            and of its travelers are renewed. <bdi>{leadName}</bdi> stays with their seat, share and details.
            We’ll email everyone with an address.
            {leaves && ' Next you remove them.'}
          </>
        ) : (
          'Emails and receipts go here. A new email address renews all links of the booking and of its travelers; we’ll write to both addresses, and to companions.'
        )
      }
      label={isOther ? 'Make lead traveler' : 'Save'}
      busyLabel="Saving..."
      shown={{ travelerId, ...(leaves && { leaves: 'yes' }) }}
    >
      <OpenedVersion opened={version} lastResult={answered} what="the lead traveler" />
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
        {namesOf(GUEST_FIELDS).map((field) => (
          <FieldOf
            key={field}
            field={GUEST_FIELDS[field]}
            {...adminField(form, fields[field])}
            autoComplete="off"
            className={GUEST_FIELDS[field].wide ? 'sm:col-span-2' : ''}
          />
        ))}
      </div>
    </MoneyDialog>
  )
}
