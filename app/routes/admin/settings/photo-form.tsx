import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { Form } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { PICTURE_LIMITS, UploadForm } from '#app/site/gallery/gallery-form'
import { PHOTO_MOST, PHOTO_REFUSALS, UPLOAD_PATH } from '#app/site/gallery/photo-rules'
import { adminField, FileField } from '#app/ui/admin/admin-fields'
import { useLastResult } from '#app/ui/admin/admin-form'
import { adminButton } from '#app/ui/admin/admin-parts'
import { TextAreaField, TextField } from '#app/ui/field'
import { Link } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import type { ToastMessage } from '#app/ui/toasts/toast-message'
import type { FieldOf } from './edit-row'
import { UploadProgress, useFileUpload } from './file-upload'

export const PHOTO_HUNG: ToastMessage = {
  tone: 'success',
  title: 'Photograph uploaded',
  description: 'Added to the end of the gallery.',
}

const PHOTO_REFUSAL_ID = 'photo-refusal'

export const PICTURE_LABELS = { title: 'Title', alt: 'Alternative text', place: 'Place' }

type Props = { field: FieldOf<'title' | 'alt' | 'place'> }

/** What is written beside a picture, the same for a new one and for one that hangs. */
export const PictureWordsFields = ({ field }: Props) => (
  <>
    <TextField {...field('title')} required maxLength={PICTURE_LIMITS.title} />
    <TextAreaField
      {...field('alt')}
      required
      maxLength={PICTURE_LIMITS.alt}
      rows={3}
      hint="For those who cannot see it: place, subject, light. “Six elephants cross dry grass below Kilimanjaro at first light.”"
    />
    <TextField optional {...field('place')} maxLength={PICTURE_LIMITS.place} />
  </>
)

type PhotoFormProps = { lastResult?: SubmissionResult<string[]>; backTo: string }

/** The upload of a photograph: a form of the browser's own; with scripts it tells how much has gone. */
export function PhotoForm({ lastResult, backTo }: PhotoFormProps) {
  const { upload, sent, refused } = useFileUpload({
    to: UPLOAD_PATH,
    what: 'photograph',
    done: PHOTO_HUNG,
    tooLarge: PHOTO_REFUSALS['too-large'],
    refusalIn: (page) => page.getElementById(PHOTO_REFUSAL_ID),
  })
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
        {...adminField(form, fields.photo)}
        accept="image/jpeg,image/png,image/webp,image/avif,.jpg,.jpeg,.png,.webp,.avif"
        required
        hint={`JPEG, PNG, WebP or AVIF, at most ${PHOTO_MOST}. Where it was taken, and by what camera, is removed from it.`}
      />
      <PictureWordsFields
        field={(name) => ({ ...adminField(form, fields[name]), label: PICTURE_LABELS[name] })}
      />
      {said && (
        <Notice ref={refusal} tabIndex={-1} tone="danger" role="alert" title="The photograph was not taken">
          <p id={PHOTO_REFUSAL_ID}>{said}</p>
        </Notice>
      )}
      {isBusy && (
        <UploadProgress sent={sent} what="photograph" preparing="Preparing its sizes, a few seconds" />
      )}
      <div className="flex flex-wrap gap-2.5">
        <button type="submit" disabled={isBusy} aria-busy={isBusy} className={adminButton('main')}>
          {isBusy ? 'Uploading...' : 'Upload photograph'}
        </button>
        <Link to={backTo} className={adminButton('plain')}>
          Cancel
        </Link>
      </div>
    </Form>
  )
}
