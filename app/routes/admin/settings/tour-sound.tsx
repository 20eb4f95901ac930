import { getFormProps } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { now } from '#app/platform/clock.server'
import { namedTour, tourSettings } from '#app/server/guards/named-rows.server'
import { parseForm, readUpload } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { SOUND_MB_AT_MOST, SOUND_REFUSALS, SOUND_SECONDS, SoundForm } from '#app/tours/band-sound'
import { removeBandSound, storeBandSound } from '#app/tours/band-sound.server'
import { adminField, FileField } from '#app/ui/admin/admin-fields'
import { NotSent, stayOnFailure, useLastActionData, useLastResult } from '#app/ui/admin/admin-form'
import {
  AdminHeading,
  AdminLink,
  AdminPanel,
  adminHead,
  IntentButton,
  SubmitButton,
} from '#app/ui/admin/admin-parts'
import { useStaffForm } from '#app/ui/admin/staff-form'
import { Sound } from '#app/ui/sound'
import { redirectWithToast } from '#app/ui/toasts/flash.server'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  return { page: tourSettings(params), sound: namedTour(params).bandSound }
}

/** Puts a sound on the tour page, in the place of the one before, or takes it off. */
export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change tour')
  const [tour, here] = [namedTour(params), `${tourSettings(params)}/sound`]
  const { form } = await readUpload(request, ['intent', 'sound'], 'sound')
  if (form.get('intent') === 'remove') {
    await removeBandSound(tour.id, staff, now())
    return redirectWithToast(here, { tone: 'success', title: 'Sound removed' }, { status: 303 })
  }
  const hideFields = ['sound']
  const submission = parseForm(form, SoundForm)
  if (submission.status !== 'success') return data(submission.reply({ hideFields }), { status: 400 })
  const bytes = Buffer.from(await submission.value.sound.arrayBuffer())
  const stored = await storeBandSound(tour.id, bytes, staff, now())
  if (!('refused' in stored)) return redirectWithToast(here, UPLOADED, { status: 303 })
  const fieldErrors = { sound: [SOUND_REFUSALS[stored.refused]] }
  return data(submission.reply({ hideFields, fieldErrors }), { status: 415 })
}

const UPLOADED = {
  tone: 'success',
  title: 'Sound uploaded',
  description: 'Guests hear it on the tour page.',
} as const
const NOT_UPLOADED = { title: 'Failed to upload the sound' }
const NOT_REMOVED = { title: 'Failed to remove the sound' }

export const clientAction = stayOnFailure((sent) =>
  sent.get('intent') === 'remove' ? NOT_REMOVED : NOT_UPLOADED,
)

export const meta = () => adminHead('Sound of the band')

export default function TourSoundPage() {
  const { page, sound } = useLoaderData<typeof loader>()
  const lastResult = useLastActionData<typeof action>()
  const busy = useNavigation().formData?.get('intent')
  const [form, fields] = useStaffForm(SoundForm, {
    id: `sound-${sound}`,
    lastResult: useLastResult(lastResult),
  })
  return (
    <>
      <AdminHeading
        title="Sound of the band"
        lead={`${SOUND_SECONDS} seconds that guests may play below the band’s words. Without them, the tour page shows no player.`}
      >
        <AdminLink to={page}>Back to the tour page</AdminLink>
      </AdminHeading>
      <AdminPanel className="grid max-w-3xl gap-6 p-5">
        {sound && (
          <Form method="post" action={`${page}/sound`} className="grid gap-3">
            <Sound file={sound} label="What guests hear now" />
            <NotSent only={NOT_REMOVED} />
            <div>
              <IntentButton intent="remove" busy={busy} busyLabel="Removing..." tone="danger">
                Remove sound
              </IntentButton>
            </div>
          </Form>
        )}
        <Form
          method="post"
          action={`${page}/sound`}
          encType="multipart/form-data"
          {...getFormProps(form)}
          key={form.id}
          className="grid gap-5"
        >
          <FileField
            label={sound ? 'Another sound in its place' : 'Sound'}
            {...adminField(form, fields.sound)}
            accept="audio/mpeg,audio/mp4,audio/aac,audio/ogg,audio/wav,.mp3,.m4a,.aac,.ogg,.wav"
            required
            hint={`MP3, M4A, AAC, OGG or WAV, at most ${SOUND_MB_AT_MOST} MB. Play only what the band allows you to.`}
          />
          <NotSent only={NOT_UPLOADED} />
          <div>
            <SubmitButton
              name="intent"
              value="upload"
              busy={busy === 'upload'}
              label="Upload sound"
              busyLabel="Uploading..."
            />
          </div>
        </Form>
      </AdminPanel>
    </>
  )
}
