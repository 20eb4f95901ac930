import { getFormProps, useForm } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData, useNavigation, useSearchParams } from '@remix-run/react'
import { now } from '#app/platform/clock.server'
import { namedDeparture } from '#app/server/guards/named-rows.server'
import { fieldsOf, parseForm, readUpload } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { TRIP_FILE_MB_AT_MOST, TRIP_FILE_REFUSALS, TRIP_FILES_AT_MOST } from '#app/tours/itinerary'
import { TRIP_NOTE, TripFileForm } from '#app/tours/tour-forms'
import { addTripFile, filesOf, removeTripFile } from '#app/tours/trip-book.server'
import { adminField, FileField } from '#app/ui/admin/admin-fields'
import { NotSent, stayOnFailure, useLastActionData, useLastResult } from '#app/ui/admin/admin-form'
import {
  AdminHeading,
  AdminLink,
  AdminPanel,
  adminHead,
  EmptyState,
  SubmitButton,
} from '#app/ui/admin/admin-parts'
import { RemovalDialog } from '#app/ui/admin/route-dialog'
import { TextField } from '#app/ui/field'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { sizeWords } from '#app/views/trip-book.server'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  const { id } = namedDeparture(params)
  return {
    book: `/admin/departures/${id}/trip-book`,
    files: filesOf(id).map(({ id: fileId, title, ending, bytes, createdBy }) => ({
      ...{ id: fileId, title, to: `/admin/departures/${id}/trip-book/files/${fileId}` },
      about: `${ending.toUpperCase()}, ${sizeWords(bytes)}, added by ${createdBy}`,
    })),
  }
}

/** Adds a file, or removes the one that is named. */
export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change tour')
  const { id } = namedDeparture(params)
  const here = `/admin/departures/${id}/trip-book/files`
  const { form, file } = await readUpload(request, ['intent', 'file-id', ...fieldsOf(TripFileForm)], 'file')
  if (form.get('intent') === 'remove') {
    await removeTripFile(id, Number(form.get('file-id')), staff, now())
    return redirectWithToast(here, { tone: 'success', title: 'File removed' })
  }
  const submission = parseForm(form, TripFileForm)
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const bytes = file ? Buffer.from(await file.arrayBuffer()) : Buffer.alloc(0)
  const added = await addTripFile(id, { title: submission.value.title, bytes }, staff, now())
  if (!('refused' in added))
    return redirectWithToast(
      here,
      { tone: 'success', title: 'File added', description: 'Travelers find it in their trip book.' },
      { status: 303 },
    )
  const fieldErrors = { file: [TRIP_FILE_REFUSALS[added.refused]] }
  return data(submission.reply({ fieldErrors }), { status: added.refused === 'wrong-kind' ? 415 : 409 })
}

const NOT_ADDED = { title: 'Failed to add the file' }
const NOT_REMOVED = { title: 'Failed to remove the file' }

export const clientAction = stayOnFailure((sent) =>
  sent.get('intent') === 'remove' ? NOT_REMOVED : NOT_ADDED,
)

export const meta = () => adminHead('Files of the trip book')

export default function TripFilesPage() {
  const { book, files } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const removed = files.find(({ id }) => String(id) === query.get('remove'))
  const here = `${book}/files`
  return (
    <>
      <AdminHeading
        title="Files"
        lead="Vouchers, maps, a letter from a lodge: anything that every traveler on this departure may read, and nothing about any one of them."
      >
        <AdminLink to={book}>The trip book</AdminLink>
      </AdminHeading>
      {removed && (
        <RemovalDialog
          title="Remove this file?"
          page={here}
          label="Remove file"
          busyLabel="Removing..."
          notSent={NOT_REMOVED}
          fields={<input type="hidden" name="file-id" value={removed.id} />}
        >
          <strong dir="auto">{removed.title}</strong> disappears from this trip book, also from phones once
          they have a network. This cannot be undone.
        </RemovalDialog>
      )}
      {files.length === 0 ? (
        <EmptyState title="No files yet">Travelers read the trip book without them.</EmptyState>
      ) : (
        <ul className="admin-rows">
          {files.map(({ id, title, about, to }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
              <div className="min-w-0">
                <a href={to} className="font-semibold text-umber underline underline-offset-3" dir="auto">
                  {title}
                </a>
                <p className="mt-0.5 text-admin-soft text-xs">{about}</p>
              </div>
              <AdminLink
                to={`${here}?remove=${id}`}
                preventScrollReset
                aria-label={`Remove ${title}`}
                tone="danger"
              >
                Remove
              </AdminLink>
            </li>
          ))}
        </ul>
      )}
      <AdminPanel title="Add a file" className="mt-6 max-w-3xl p-5">
        <AddFile here={here} />
      </AdminPanel>
    </>
  )
}

function AddFile({ here }: { here: string }) {
  const lastResult = useLastActionData<typeof action>()
  const busy = useNavigation().formAction === here
  const [form, fields] = useForm<{ title: string; file: string }>({
    id: 'trip-file',
    lastResult: useLastResult(lastResult),
  })
  return (
    <Form
      method="post"
      action={here}
      encType="multipart/form-data"
      {...getFormProps(form)}
      className="grid gap-5"
    >
      <TextField
        label="Name of the file"
        {...adminField(form, fields.title)}
        required
        maxLength={TRIP_NOTE.title.atMost}
        hint="As travelers read it: Flight to the coast"
      />
      <FileField
        label="File"
        {...adminField(form, fields.file)}
        accept=".pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png"
        required
        hint={`PDF, JPEG or PNG, at most ${TRIP_FILE_MB_AT_MOST} MB; ${TRIP_FILES_AT_MOST} files at most. Small ones are kept on phones.`}
      />
      <NotSent only={NOT_ADDED} />
      <div>
        <SubmitButton busy={busy} label="Add file" busyLabel="Uploading..." />
      </div>
    </Form>
  )
}
