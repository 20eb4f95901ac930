import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigate } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { PICTURE_LIMITS, UploadForm } from '#app/site/gallery/gallery-form'
import { PHOTO_MOST, PHOTO_REFUSALS, UPLOAD_PATH } from '#app/site/gallery/photo-rules'
import { deskField, FileField } from '#app/ui/admin/admin-fields'
import { deskButton } from '#app/ui/admin/admin-parts'
import { useLastResult } from '#app/ui/admin/save-bar'
import { askToSignIn } from '#app/ui/admin/sign-in-again'
import { TextAreaField, TextField } from '#app/ui/field'
import { Link } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { showToast, type ToastMessage } from '#app/ui/toasts/toast-message'
import type { FieldOf } from './edit-row'

export const PHOTO_HUNG: ToastMessage = {
  tone: 'success',
  title: 'Photograph uploaded',
  description: 'Added to the end of the gallery.',
}

const PHOTO_REFUSAL_ID = 'photo-refusal'

/** `sent` in percent; 100 while the server prepares the picture. */
type State = { sent: number | null; refused: string | null }

const LOST =
  'The photograph did not arrive. Nothing you wrote is lost: check the connection and press the button again.'
const SIGNED_OUT = 'You had been signed out. Nothing is lost: press the button again.'

/**
 * Sends the form as the browser itself would, and tells how much has gone: fetch cannot. A refusal is read from the
 * page that the server answers with; the form keeps its file and its words.
 */
function usePhotoUpload(hung: ToastMessage) {
  const navigate = useNavigate()
  const [{ sent, refused }, setState] = useState<State>({ sent: null, refused: null })
  const isSending = useRef(false)

  function refuse(words: string) {
    isSending.current = false
    setState({ sent: null, refused: words })
  }

  function answered(request: XMLHttpRequest) {
    const page = request.responseXML
    const { pathname } = new URL(request.responseURL || UPLOAD_PATH, location.href)
    if (request.status === 413) return refuse(PHOTO_REFUSALS['too-large'])
    if (pathname === '/admin/login') {
      askToSignIn()
      return refuse(SIGNED_OUT)
    }
    if (request.status !== 200 || pathname === UPLOAD_PATH) {
      return refuse(page?.getElementById(PHOTO_REFUSAL_ID)?.textContent || LOST)
    }
    showToast(hung)
    navigate(pathname)
  }

  function upload(form: FormData) {
    if (isSending.current) return
    isSending.current = true
    setState({ sent: 0, refused: null })
    const request = new XMLHttpRequest()
    request.open('POST', UPLOAD_PATH)
    request.responseType = 'document'
    request.upload.onprogress = ({ loaded, total }) =>
      setState({ sent: Math.round((100 * loaded) / Math.max(1, total)), refused: null })
    request.onload = () => answered(request)
    request.onerror = () => refuse(LOST)
    request.send(form)
  }

  return { upload, sent, refused }
}

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
      <PictureWordsFields
        field={(name) => ({ ...deskField(form, fields[name]), label: PICTURE_LABELS[name] })}
      />
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
