import { getFormProps, type SubmissionResult } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { now } from '#app/platform/clock.server'
import { fieldsOf, parseForm, readUpload } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { type PictureWithId, pictureWithId } from '#app/site/gallery.server'
import { FOCUSED_PICTURE, PICTURE, PictureForm, UPLOAD_PATH, UploadForm } from '#app/site/list-forms'
import { addPhoto, changePicture, openPicture, removePicture } from '#app/site/save-picture.server'
import { adminField } from '#app/ui/admin/admin-fields'
import { useLastActionData, useLastResult } from '#app/ui/admin/admin-form'
import { AdminHeading, AdminLink, AdminPanel, adminHead } from '#app/ui/admin/admin-parts'
import { useStaffForm } from '#app/ui/admin/staff-form'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import type { ToastMessage } from '#app/ui/toasts/toast-message'
import { EditRow, RowNotFound, rowTexts, stayOnListFailure } from './editable-list'
import { FocusPoint } from './focus-point'
import { editRow, openRow } from './list-answers.server'
import { PhotoForm, usePhotoUpload } from './photo-form'
import { refusedPhoto } from './refused-photo.server'
import { TableFields } from './table-fields'

const LIST = '/admin/settings/gallery'
const TEXTS = rowTexts('Remove', 'picture', 'the words of this picture')
const GONE = 'This picture was removed in the meantime, so there is nothing to save these words to.'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see content')
  return openRow(params.id, openPicture, { picture: pictureWithId(Number(params.id)) ?? null })
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change content')
  return params.id === 'new' ? upload(request, staff) : change(request, params.id, staff)
}

type Staff = Awaited<ReturnType<typeof requireStaff>>

async function upload(request: Request, staff: Staff) {
  const { form } = await readUpload(request, fieldsOf(UploadForm), 'photo')
  const submission = parseForm(form, UploadForm)
  if (submission.status !== 'success')
    return data(submission.reply({ hideFields: ['photo'] }), { status: 400 })

  const { photo, focusX, focusY, ...words } = submission.value
  const isPressed = focusX !== undefined && focusY !== undefined
  const picture = { ...words, ...(isPressed && { focusX: focusX / 100, focusY: focusY / 100 }) }
  const added = await addPhoto(new Uint8Array(await photo.arrayBuffer()), picture, staff, now)
  if ('refused' in added) return refusedPhoto(submission, added.refused)
  return redirectWithToast(LIST, UPLOADED, { status: 303 })
}

const change = (request: Request, named: string | undefined, staff: Staff) =>
  editRow(request, named, staff, {
    ...{ table: FOCUSED_PICTURE, schema: PictureForm, list: LIST, change: changePicture, remove },
    refusals: { gone: { formErrors: [GONE] } },
    saved: ({ isHung }) => ({
      title: 'Picture saved',
      description: isHung ? 'The gallery shows it.' : 'It is only where you chose it.',
    }),
    removed: { title: 'Picture removed', description: 'The gallery no longer shows it.' },
  })

async function remove(...picture: Parameters<typeof removePicture>): Promise<string | null> {
  const removed = await removePicture(...picture)
  if (!('refused' in removed) || removed.refused !== 'in-use') return null
  const by = removed.by.map((title) => `“${title}”`).join(', ')
  return `It is shown by ${by}. Choose another picture there first.`
}

export const clientAction = stayOnListFailure(TEXTS)

export const meta = () => adminHead('Gallery picture')

export default function GalleryPicturePage() {
  const { picture, ...row } = useLoaderData<typeof loader>()
  const lastResult = useLastActionData<typeof action>()
  if (row.id === 'new')
    return (
      <>
        <AdminHeading
          title="Upload photograph"
          lead="In the gallery it stands at the end; move it from there."
        />
        <AdminPanel className="max-w-3xl p-5">
          <NewPhoto lastResult={lastResult} />
        </AdminPanel>
      </>
    )
  if (!picture) return <RowNotFound list={LIST} what={TEXTS.one} />
  return (
    <EditRow
      key={row.id}
      {...{ form: 'picture', texts: TEXTS, table: FOCUSED_PICTURE, schema: PictureForm, list: LIST, row }}
      heading={picture.title}
      removal={
        <>
          <strong dir="auto">{picture.title}</strong> disappears from the gallery.{' '}
          {picture.isUploaded
            ? 'Its files are deleted too. This cannot be undone.'
            : 'It was painted for the site: you can add it again later.'}
        </>
      }
      above={
        <>
          <FocusPoint key={picture.fileName} picture={picture} form="picture" />
          <OtherFile picture={picture} />
        </>
      }
      panel="max-w-3xl"
      grid=""
    />
  )
}

/** Where another file is chosen for a photograph: a print's files are the site's own. */
const OtherFile = ({ picture: { id, fileName } }: { picture: Pick<PictureWithId, 'id' | 'fileName'> }) => (
  <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 border-admin-line border-y py-4">
    {fileName ? (
      <>
        <AdminLink to={`${LIST}/${id}/file`}>Choose another file</AdminLink>
        <p className="text-admin-soft text-xs">It keeps its words, its place and wherever it is shown.</p>
      </>
    ) : (
      <p className="text-admin-soft text-xs">
        Painted for the site: its file stays. Upload a photograph, and choose it where this one is shown.
      </p>
    )}
  </div>
)

const UPLOADED: ToastMessage = {
  tone: 'success',
  title: 'Photograph uploaded',
  description: 'It can be chosen wherever the site shows pictures.',
}

function NewPhoto({ lastResult }: { lastResult: SubmissionResult<string[]> | undefined }) {
  const { onSubmit, ...upload } = usePhotoUpload(UPLOAD_PATH, UPLOADED)
  const [form, fields] = useStaffForm(UploadForm, {
    id: 'photo',
    lastResult: useLastResult(lastResult),
    defaultValue: { isHung: PICTURE.isHung.usual },
    onSubmit,
  })
  return (
    <PhotoForm
      {...{ upload, form: getFormProps(form), errors: form.errors, backTo: LIST }}
      photo={adminField(form, fields.photo)}
    >
      <TableFields table={PICTURE} form={form} inputs={fields} />
    </PhotoForm>
  )
}
