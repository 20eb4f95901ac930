import { getFormProps } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData, useParams } from '@remix-run/react'
import { now } from '#app/platform/clock.server'
import { fieldsOf, parseForm, readUpload } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { pictureWithId } from '#app/site/gallery.server'
import { OtherFileForm } from '#app/site/list-forms'
import { replacePhoto } from '#app/site/save-picture.server'
import { adminField } from '#app/ui/admin/admin-fields'
import { stayOnFailure, useLastActionData, useLastResult } from '#app/ui/admin/admin-form'
import { AdminHeading, AdminPanel, adminHead } from '#app/ui/admin/admin-parts'
import { useStaffForm } from '#app/ui/admin/staff-form'
import { Picture } from '#app/ui/picture'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import type { ToastMessage } from '#app/ui/toasts/toast-message'
import { RowNotFound } from './editable-list'
import { PhotoForm, usePhotoUpload } from './photo-form'
import { refusedPhoto } from './refused-photo.server'

const LIST = '/admin/settings/gallery'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see content')
  const picture = pictureWithId(Number(params.id))
  return data({ picture: picture?.fileName ? picture : null }, { status: picture?.fileName ? 200 : 404 })
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change content')
  const { form } = await readUpload(request, fieldsOf(OtherFileForm), 'photo')
  const submission = parseForm(form, OtherFileForm)
  if (submission.status !== 'success')
    return data(submission.reply({ hideFields: ['photo'] }), { status: 400 })

  const { photo, seen } = submission.value
  const bytes = new Uint8Array(await photo.arrayBuffer())
  const replaced = await replacePhoto(Number(params.id), { bytes, seen }, staff, now)
  if ('refused' in replaced) return refusedPhoto(submission, replaced.refused)
  return redirectWithToast(`${LIST}/${params.id}`, REPLACED, { status: 303 })
}

export const clientAction = stayOnFailure(() => ({ title: 'Failed to replace the file' }))

const REPLACED: ToastMessage = {
  tone: 'success',
  title: 'File replaced',
  description:
    'We looked for what matters in it: see in the three cuts whether we found it, and check that the words still fit.',
}

export const meta = () => adminHead('Choose another file')

export default function GalleryFilePage() {
  const { picture } = useLoaderData<typeof loader>()
  const lastResult = useLastActionData<typeof action>()
  const page = `${LIST}/${useParams().id}`
  const { onSubmit, ...upload } = usePhotoUpload(`${page}/file`, REPLACED)
  const [form, fields] = useStaffForm(OtherFileForm, {
    id: 'other-file',
    lastResult: useLastResult(lastResult),
    onSubmit,
  })
  if (!picture) return <RowNotFound list={LIST} what="photograph" />
  return (
    <>
      <AdminHeading
        title="Choose another file"
        lead={`For “${picture.title}”, which keeps its words, its place in the gallery, and wherever it is shown.`}
      />
      <AdminPanel className="max-w-3xl p-5">
        <Picture
          picture={picture}
          sizes="24rem"
          className="mb-5 h-auto max-h-60 w-auto max-w-full rounded-field"
        />
        <PhotoForm
          {...{ upload, form: getFormProps(form), errors: form.errors, backTo: page }}
          photo={adminField(form, fields.photo)}
        >
          <input type="hidden" name="seen" defaultValue={picture.fileName ?? ''} />
          <p className="text-sm">
            The file above is deleted: letters that were sent with it show its alternative text instead. The
            point that no cut may lose is looked for again: see in the cuts whether it is right.
          </p>
        </PhotoForm>
      </AdminPanel>
    </>
  )
}
