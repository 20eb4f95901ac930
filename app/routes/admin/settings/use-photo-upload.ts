import { useNavigate } from '@remix-run/react'
import { useRef, useState } from 'react'
import { PHOTO_REFUSALS, UPLOAD_PATH } from '#app/content/gallery/photo-rules'
import { askToSignIn } from '#app/ui/desk/signed-out'
import { showToast } from '#app/ui/toasts/show-toast'
import type { ToastMessage } from '#app/ui/toasts/toast-message'

export const PHOTO_REFUSAL_ID = 'photo-refusal'

/** `sent` in percent; 100 while the server prepares the picture. */
type State = { sent: number | null; refused: string | null }

const LOST =
  'The photograph did not arrive. Nothing you wrote is lost: check the connection and press the button again.'
const SIGNED_OUT = 'You had been signed out. Nothing is lost: press the button again.'

/**
 * Sends the form as the browser itself would, and tells how much has gone: fetch cannot. A refusal is read from the
 * page that the server answers with; the form keeps its file and its words.
 */
export function usePhotoUpload(hung: ToastMessage) {
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
