import { getFormProps } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import type { Booking } from '#app/bookings/find-booking.server'
import { partyOf, travelerAddress } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { travelerMailbox } from '#app/bookings/traveler-letters.server'
import { changeOrReplaceTraveler } from '#app/money/changes/party/another-person.server'
import { now } from '#app/platform/clock.server'
import { EMAIL_AT_MOST, NAME_AT_MOST } from '#app/platform/typed/fields'
import { answerChangedSince, readSubmission } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { changeableOf } from '#app/travelers/change-traveler.server'
import { NAME_CHANGE_DAYS, travelerWords } from '#app/travelers/detail-fields'
import { partyStanding } from '#app/travelers/details.server'
import { TravelerChangeForm } from '#app/travelers/details-form'
import { adminField, TickField } from '#app/ui/admin/admin-fields'
import { SaveBar, stayOnFailure, useLastActionData, useLastResult } from '#app/ui/admin/admin-form'
import { AdminHeading, AdminPanel, adminHead } from '#app/ui/admin/admin-parts'
import { OpenedVersion, useStaffForm } from '#app/ui/admin/staff-form'
import { TextField } from '#app/ui/field'
import { Link } from '#app/ui/link'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { namedBooking } from './booking-command.server'
import { Standing } from './booking-parts'
import { WHY_NOT_RENAMED } from './refusal-words'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see travelers')
  const { booking, traveler } = namedTraveler(params)
  const { words, version } = changeableOf(traveler)
  return {
    reference: booking.reference,
    position: traveler.position,
    called: travelerWords(traveler),
    words,
    version,
    standing: partyStanding(booking).find(({ position }) => position === traveler.position) ?? null,
    lettersTo: travelerMailbox(booking),
    ownPage: isPaid(booking.status) ? travelerAddress(traveler) : null,
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change travelers')
  const { booking, traveler } = namedTraveler(params)
  const submission = await readSubmission(request, TravelerChangeForm)
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { version: _, isAnotherPerson: __, ...words } = submission.value
  const changed = changeOrReplaceTraveler(traveler.id, submission.value, staff, now())
  if ('stored' in changed) return answerChangedSince(submission, words, changed, LABELS)
  if ('refused' in changed)
    return data(submission.reply({ fieldErrors: { name: [WHY_NOT_RENAMED[changed.refused]] } }), {
      status: 409,
    })
  return redirectWithToast(
    `/admin/bookings/${booking.reference}`,
    changed.changed.length > 0
      ? { tone: 'success', title: 'Traveler saved', ...(traveler.position === 1 && lettersStay(booking)) }
      : { tone: 'info', title: 'Nothing to save', description: 'You changed nothing.' },
  )
}

function namedTraveler(params: { reference?: string; position?: string }) {
  const booking = namedBooking(params)
  const traveler = partyOf(booking.id).find(({ position }) => String(position) === params.position)
  if (!traveler) throw new Response('Traveler not found', { status: 404 })
  return { booking, traveler }
}

/** A new name for the lead traveler is no new payer. */
function lettersStay(booking: Booking) {
  const { name, address } = travelerMailbox(booking)
  return { description: `Emails and receipts go to ${name}, ${address} as before.` }
}

const LABELS = { name: 'Name', passportName: 'Name in the passport', email: 'Email' }

const NOT_SAVED = { title: 'Failed to save the traveler' }

export const clientAction = stayOnFailure(NOT_SAVED)

export const meta = () => adminHead('Traveler')

export default function TravelerPage() {
  const { reference, position, called, words, version, standing, lettersTo, ownPage } =
    useLoaderData<typeof loader>()
  const lastResult = useLastActionData<typeof action>()
  const booking = `/admin/bookings/${reference}`
  const [form, fields] = useStaffForm(TravelerChangeForm, {
    id: `traveler-${position}`,
    lastResult: useLastResult(lastResult),
    defaultValue: words,
    shouldValidate: 'onBlur',
  })
  return (
    <>
      <AdminHeading title={called} lead={`Traveler ${position} of booking ${reference}`} />
      <div className="wrap-anywhere grid max-w-4xl gap-5">
        <AdminPanel>
          <Form method="post" {...getFormProps(form)} className="grid gap-5 sm:grid-cols-2">
            <OpenedVersion opened={version} lastResult={lastResult} what="the traveler" />
            <TextField
              label={LABELS.name}
              {...adminField(form, fields.name)}
              maxLength={NAME_AT_MOST}
              dir="auto"
              hint="Display name. It does not change who pays."
            />
            <TextField
              label={LABELS.passportName}
              {...adminField(form, fields.passportName)}
              maxLength={NAME_AT_MOST}
              dir="auto"
              hint={`Travelers change names themselves until ${NAME_CHANGE_DAYS} days before the departure.`}
            />
            <TextField
              label={LABELS.email}
              type="email"
              {...adminField(form, fields.email)}
              maxLength={EMAIL_AT_MOST}
              optional
              hint={
                position === 1 ? (
                  <>
                    Emails and receipts go to {lettersTo.name}, {lettersTo.address}, no matter what you enter
                    here:{' '}
                    <Link to={`${booking}/lead`} className="underline underline-offset-3">
                      change the lead traveler
                    </Link>{' '}
                    instead.
                  </>
                ) : (
                  'Emails that ask for their details go here.'
                )
              }
              className="sm:col-span-2"
            />
            <TickField
              id={fields.isAnotherPerson.id}
              name={fields.isAnotherPerson.name}
              label="This is another person"
              hint="Check this if someone else travels in their place. What the former traveler told us is erased, and the link to their details stops working; their email address is removed too, unless you change it."
              className="sm:col-span-2"
            />
            <div className="sm:col-span-2">
              <SaveBar label="Save traveler" backTo={booking} errors={form.errors} notSent={NOT_SAVED} />
            </div>
          </Form>
        </AdminPanel>
        {standing && ownPage && (
          <AdminPanel title="Details">
            <Standing traveler={standing} />
            <TextField
              label="Their own page"
              name="link"
              readOnly
              value={ownPage}
              onFocus={(event) => event.currentTarget.select()}
              hint="Opens only their details, and their share where each pays their own. Send it to no one else."
              className="mt-4"
            />
          </AdminPanel>
        )}
      </div>
    </>
  )
}
