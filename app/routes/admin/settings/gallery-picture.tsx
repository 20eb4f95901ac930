import { getFormProps, type SubmissionResult } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { now } from '#app/platform/clock.server'
import { fieldsOf, parseForm, readUpload } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { pictureWithId } from '#app/site/gallery.server'
import {
  FOCUSED_PICTURE,
  PHOTO_MOST,
  PHOTO_REFUSALS,
  PICTURE,
  PictureForm,
  UPLOAD_PATH,
  UploadForm,
} from '#app/site/list-forms'
import { addPhoto, changePicture, openPicture, removePicture } from '#app/site/save-picture.server'
import { adminField, FileField } from '#app/ui/admin/admin-fields'
import { useLastActionData, useLastResult } from '#app/ui/admin/admin-form'
import { AdminHeading, AdminPanel, adminHead } from '#app/ui/admin/admin-parts'
import { useStaffForm } from '#app/ui/admin/staff-form'
import { chooseAsJpeg } from '#app/ui/heic-file'
import { Notice } from '#app/ui/notice'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import type { ToastMessage } from '#app/ui/toasts/toast-message'
import { EditRow, RowNotFound, rowTexts, stayOnListFailure } from './editable-list'
import { UploadFrame, useFileUpload } from './file-upload'
import { FocusPoint } from './focus-point'
import { editRow, openRow } from './list-answers.server'
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
  // The file is not sent back: browsers let no page fill in a file field.
  const hideFields = ['photo']
  if (submission.status !== 'success') return data(submission.reply({ hideFields }), { status: 400 })

  const { photo, ...words } = submission.value
  const added = await addPhoto(new Uint8Array(await photo.arrayBuffer()), words, staff, now)
  if (!('refused' in added)) return redirectWithToast(LIST, UPLOADED, { status: 303 })
  const formErrors = [PHOTO_REFUSALS[added.refused]]
  return data(submission.reply({ hideFields, formErrors }), { status: STATUS[added.refused] ?? 422 })
}

const STATUS: Partial<Record<keyof typeof PHOTO_REFUSALS, number>> = {
  'not-a-picture': 415,
  heic: 415,
  'already-here': 409,
  busy: 503,
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
          <PhotoForm lastResult={lastResult} />
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
      above={<FocusPoint picture={picture} form="picture" />}
      panel="max-w-3xl"
      grid=""
    />
  )
}

const UPLOADED: ToastMessage = {
  tone: 'success',
  title: 'Photograph uploaded',
  description: 'It can be chosen wherever the site shows pictures.',
}

const PHOTO_REFUSAL_ID = 'photo-refusal'

function PhotoForm({ lastResult }: { lastResult: SubmissionResult<string[]> | undefined }) {
  const { onSubmit, refused, frame } = useFileUpload({
    to: UPLOAD_PATH,
    what: 'photograph',
    done: UPLOADED,
    tooLarge: PHOTO_REFUSALS['too-large'],
    refusalIn: (page) => page.getElementById(PHOTO_REFUSAL_ID),
  })
  const notice = useRef<HTMLDivElement>(null)
  const [form, fields] = useStaffForm(UploadForm, {
    id: 'photo',
    lastResult: useLastResult(lastResult),
    defaultValue: { isHung: PICTURE.isHung.usual },
    onSubmit,
  })
  const refusal = refused ?? form.errors?.[0]
  useEffect(() => {
    if (refused) notice.current?.focus()
  }, [refused])
  return (
    <UploadFrame
      {...frame}
      form={getFormProps(form)}
      backTo={LIST}
      preparing="Preparing its sizes, a few seconds"
    >
      <FileField
        label="Photograph"
        {...adminField(form, fields.photo)}
        accept="image/jpeg,image/png,image/webp,image/avif,.jpg,.jpeg,.png,.webp,.avif"
        onChange={chooseAsJpeg}
        required
        hint={`JPEG, PNG, WebP or AVIF, at most ${PHOTO_MOST}. We remove where it was taken, and with what camera.`}
      />
      <TableFields table={PICTURE} form={form} inputs={fields} />
      {refusal && (
        <Notice ref={notice} tabIndex={-1} tone="danger" role="alert" title="The photograph was not accepted">
          <p id={PHOTO_REFUSAL_ID}>{refusal}</p>
        </Notice>
      )}
    </UploadFrame>
  )
}
