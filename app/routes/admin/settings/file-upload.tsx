import { Form, useNavigate } from '@remix-run/react'
import { type ComponentProps, type FormEvent, type ReactNode, useRef, useState } from 'react'
import { AdminLink, SubmitButton } from '#app/ui/admin/admin-parts'
import { askToSignIn } from '#app/ui/admin/sign-in-again'
import { showToast, type ToastMessage } from '#app/ui/toasts/toast-message'

const lost = (what: string) =>
  `The ${what} did not arrive. Nothing you wrote is lost: check the connection and press the button again.`

/** Where a request is led whose sender is signed out. */
export const SIGN_IN = '/admin/login'
export const SIGNED_OUT = 'You had been signed out. Nothing is lost: press the button again.'

type Upload = {
  to: string
  /** What is sent, in a sentence: 'photograph'. */
  what: string
  done: ToastMessage
  tooLarge: string
  /** Where the page that refuses it says why. */
  refusalIn: (page: Document) => Element | null
}

/**
 * Sends the form as the browser itself would, with its progress, which fetch cannot tell: `sent` in percent,
 * 100 while the server prepares the file. A refusal is read from the page that the server answers with; the
 * form keeps its file and its words.
 */
export function useFileUpload({ to, what, done, tooLarge, refusalIn }: Upload) {
  const navigate = useNavigate()
  const [sent, setSent] = useState<number | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const isSending = useRef(false)

  function refuse(words: string) {
    isSending.current = false
    setSent(null)
    setRefused(words)
  }

  function answered(request: XMLHttpRequest) {
    const page = request.responseXML
    const { pathname } = new URL(request.responseURL || to, location.href)
    if (request.status === 413) return refuse(tooLarge)
    if (pathname === SIGN_IN) {
      askToSignIn()
      return refuse(SIGNED_OUT)
    }
    if (request.status !== 200 || pathname === to) {
      return refuse((page && refusalIn(page)?.textContent) || lost(what))
    }
    showToast(done)
    navigate(pathname)
  }

  function onSubmit(event: FormEvent, { formData }: { formData: FormData }) {
    event.preventDefault()
    if (isSending.current) return
    isSending.current = true
    setSent(0)
    setRefused(null)
    const request = new XMLHttpRequest()
    request.open('POST', to)
    request.responseType = 'document'
    request.upload.onprogress = ({ loaded, total }) =>
      setSent(Math.round((100 * loaded) / Math.max(1, total)))
    request.onload = () => answered(request)
    request.onerror = () => refuse(lost(what))
    request.send(formData)
  }

  return { onSubmit, refused, frame: { to, what, sent } }
}

type FrameProps = ReturnType<typeof useFileUpload>['frame'] & {
  /** Conform's props of the form. */
  form: ComponentProps<typeof Form>
  backTo: string
  /** What is shown once all of it is sent. */
  preparing: string
  children: ReactNode
}

/** The form of an upload: the browser's own; with scripts it shows the progress. */
export const UploadFrame = ({ form, to, backTo, what, preparing, sent, children }: FrameProps) => (
  <Form method="post" action={to} encType="multipart/form-data" {...form} className="grid gap-5">
    {children}
    {sent !== null && (
      <div>
        <p id="upload-progress" role="status" className="mb-1.5 text-xs font-semibold">
          {sent < 100 ? `Sending the ${what}` : preparing}
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
    )}
    <div className="flex flex-wrap gap-2.5">
      <SubmitButton busy={sent !== null} label={`Upload ${what}`} busyLabel="Uploading..." />
      <AdminLink to={backTo}>Cancel</AdminLink>
    </div>
  </Form>
)
