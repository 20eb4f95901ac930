import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { Form } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { UploadForm } from '#app/content/gallery/gallery-form'
import { PHOTO_MOST, UPLOAD_PATH } from '#app/content/gallery/photo-rules'
import { deskButton } from '#app/ui/desk/desk-button'
import { deskField } from '#app/ui/desk/desk-field'
import { FileField } from '#app/ui/desk/file-field'
import { useLastResult } from '#app/ui/desk/kept-form'
import { Link } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { PHOTO_HUNG } from './photo-hung'
import { PictureWordsFields } from './picture-words-fields'
import { PHOTO_REFUSAL_ID, usePhotoUpload } from './use-photo-upload'

type Props = { lastResult?: SubmissionResult<string[]>; backTo: string }

/** The upload of a photograph: a form of the browser's own; with scripts it tells how much has gone. */
export function PhotoForm({ lastResult, backTo }: Props) {
  const { upload, sent, refused } = usePhotoUpload(PHOTO_HUNG)
  const refusal = useRef<HTMLDivElement>(null)
  const [form, fields] = useForm({
    id: 'photo',
    lastResult: useLastResult(lastResult),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: UploadForm }),
    shouldRevalidate: 'onInput',
    onSubmit(event, { formData }) {
      event.preventDefault()
      upload(formData)
    },
  })
  const said = refused ?? form.errors?.[0]
  const isBusy = sent !== null
  useEffect(() => {
    if (refused) refusal.current?.focus()
  }, [refused])
  return (
    <Form
      method="post"
      action={UPLOAD_PATH}
      encType="multipart/form-data"
      {...getFormProps(form)}
      className="grid gap-5"
    >
      <FileField
        label="Photograph"
        {...deskField(form, fields.photo)}
        accept="image/jpeg,image/png,image/webp,image/avif,.jpg,.jpeg,.png,.webp,.avif"
        required
        hint={`JPEG, PNG, WebP or AVIF, at most ${PHOTO_MOST}. Where it was taken, and by what camera, is removed from it.`}
      />
      <PictureWordsFields form={form} fields={fields} />
      {said && (
        <Notice ref={refusal} tabIndex={-1} tone="danger" role="alert" title="The photograph was not taken">
          <p id={PHOTO_REFUSAL_ID}>{said}</p>
        </Notice>
      )}
      {isBusy && <UploadProgress sent={sent} />}
      <div className="flex flex-wrap gap-2.5">
        <button type="submit" disabled={isBusy} aria-busy={isBusy} className={deskButton('main')}>
          {isBusy ? 'Uploading...' : 'Upload photograph'}
        </button>
        <Link to={backTo} className={deskButton('plain')}>
          Cancel
        </Link>
      </div>
    </Form>
  )
}

const UploadProgress = ({ sent }: { sent: number }) => (
  <div>
    <p id="upload-progress" role="status" className="mb-1.5 text-xs font-semibold">
      {sent < 100 ? 'Sending the photograph' : 'Preparing its sizes, a few seconds'}
    </p>
    <div
      role="progressbar"
      aria-labelledby="upload-progress"
      aria-valuemin={0}
      aria-valuemax={100}
      {...(sent < 100 && { 'aria-valuenow': sent })}
      className="h-2 overflow-hidden rounded-full bg-sand"
    >
      <div
        className={`h-full rounded-full bg-umber transition-[width] ${sent < 100 ? '' : 'animate-breathe'}`}
        style={{ width: `${sent}%` }}
      />
    </div>
  </div>
)
