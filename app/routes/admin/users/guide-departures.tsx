import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useNavigation } from '@remix-run/react'
import { now } from '#app/platform/clock.server'
import { NAME_AT_MOST, PHONE_AT_MOST } from '#app/platform/typed/fields'
import { namedFields, postedForm } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { GuideForm } from '#app/staff/user-forms'
import { type GuideContact, introduceGuide, userIdIn } from '#app/staff/users.server'
import { assignGuide } from '#app/tours/guides.server'
import { GUIDE_SHOWN_DAYS_BEFORE } from '#app/tours/itinerary'
import { GUIDE_DAYS_AFTER, GUIDE_DAYS_BEFORE } from '#app/tours/promises'
import { NotSent, stayOnFailure } from '#app/ui/admin/admin-form'
import { AdminPanel, SubmitButton } from '#app/ui/admin/admin-parts'
import { TextField } from '#app/ui/field'
import { redirectWithToast } from '#app/ui/toasts/flash.server'

/** The form is on the guide's page. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'change users')
  return redirect(`/admin/users/${userIdIn(params.id)}`)
}

/** Assigns a guide to exactly the checked departures, and changes how travelers read of them. */
export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change users')
  const guideId = userIdIn(params.id)
  const form = await postedForm(request)
  const submission = parseWithZod(namedFields(form, Object.keys(GuideForm.shape)), { schema: GuideForm })
  const checked = form.getAll('departure').slice(0, CHECKED_AT_MOST).map(Number)
  if (submission.status !== 'success')
    return redirectWithToast(`/admin/users/${guideId}`, { ...NOT_SAVED, tone: 'failure', description: WRONG })
  const assigned = assignGuide(guideId, checked, staff, now())
  if ('refused' in assigned) {
    if (assigned.refused === 'signed-out') throw redirect('/admin/login')
    return redirectWithToast('/admin/users', { ...NOT_SAVED, tone: 'failure', description: NO_GUIDE })
  }
  introduceGuide(guideId, submission.value, staff, now())
  return redirectWithToast(`/admin/users/${guideId}`, { tone: 'success', title: 'Departures saved' })
}

const CHECKED_AT_MOST = 200
const WRONG = 'Please enter a name, and a phone number with its country code, or leave both empty.'

const NO_GUIDE = 'This account is not a guide’s, or was deleted.'
const NOT_SAVED = { title: 'The departures were not saved' }

export const clientAction = stayOnFailure(NOT_SAVED)

type Props = {
  guideId: number
  username: string
  contact: GuideContact
  departures: { id: number; dates: string; isAssigned: boolean }[]
}

/** Which departures a guide sees. */
export function GuideDepartures({ guideId, username, contact, departures }: Props) {
  const here = `/admin/users/${guideId}/departures`
  const saving = useNavigation().formAction === here
  return (
    <AdminPanel title="Departures" className="mb-8 p-5">
      <Form method="post" action={here} preventScrollReset className="grid gap-4">
        <fieldset>
          <legend className="mb-2 text-admin-soft text-sm">
            {username} sees manifest, rooms, itinerary and letters of these, from {GUIDE_DAYS_BEFORE} days
            before the first day until {GUIDE_DAYS_AFTER} days after the last.
          </legend>
          {departures.map(({ id, dates, isAssigned }) => (
            <label key={id} className="flex min-h-11 items-center gap-3 text-sm">
              <input
                type="checkbox"
                name="departure"
                value={id}
                defaultChecked={isAssigned}
                className="size-4.5 flex-none accent-umber"
              />
              {dates}
            </label>
          ))}
        </fieldset>
        <fieldset className="grid gap-4 border-admin-line border-t pt-4 sm:grid-cols-2">
          <legend className="pr-3 text-admin-soft text-sm">
            Travelers see the name and number in their trip book from {GUIDE_SHOWN_DAYS_BEFORE} days before
            the first day.
          </legend>
          <TextField
            label="Name that travelers read"
            name="guideName"
            defaultValue={contact.guideName}
            maxLength={NAME_AT_MOST}
            optional
          />
          <TextField
            label="Phone on the journey"
            name="guidePhone"
            type="tel"
            defaultValue={contact.guidePhone}
            maxLength={PHONE_AT_MOST}
            optional
          />
        </fieldset>
        <NotSent only={NOT_SAVED} />
        <div>
          <SubmitButton disabled={false} busy={saving} label="Save departures" busyLabel="Saving..." />
        </div>
      </Form>
    </AdminPanel>
  )
}
