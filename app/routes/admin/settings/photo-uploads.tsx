import { useBeforeUnload, useBlocker, useRevalidator } from '@remix-run/react'
import { type ChangeEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { counted } from '#app/platform/words'
import { PHOTO_MOST, PICTURE, UPLOAD_PATH } from '#app/site/list-forms'
import { adminButton } from '#app/ui/admin/admin-parts'
import { askToSignIn } from '#app/ui/admin/sign-in-again'
import { FieldError } from '#app/ui/field'
import { Link } from '#app/ui/link'
import { type ChosenPhoto, chosenPhoto, refusedAtOnce, WaitingPhoto } from './chosen-photo'
import { SIGN_IN, SIGNED_OUT } from './file-upload'

const NO_WORDS = PICTURE.alt.missing
const LOST = 'It did not arrive. Please check the connection and press the button again.'
const WAITING = 'These photographs are not uploaded yet. Upload them or leave them out first.'

type Props = { isHung: boolean; onUploaded?: () => void }

/**
 * Sends photographs one after the other to where the gallery's own form goes: chosen together, each with
 * its preview and its words. Stands within other forms, so nothing here has a name. While some wait, the form
 * around it is not sent, and the page is not left.
 */
export function PhotoUploads({ isHung, onUploaded }: Props) {
  const [scripted, setScripted] = useState(false)
  const [chosen, setChosen] = useState<ChosenPhoto[]>([])
  const [hang, setHang] = useState(isHung)
  const [sending, setSending] = useState<{ at: number; of: number } | null>(null)
  const [isHeld, setHeld] = useState(false)
  /** How often something was said of the chosen: the first that is wrong takes the focus. */
  const [said, setSaid] = useState(0)
  const { revalidate } = useRevalidator()
  const root = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => setScripted(true), [])
  useEffect(() => {
    if (said > 0) root.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [said])

  const waits = chosen.length > 0
  const hold = useCallback(() => {
    setHeld(true)
    for (const folded of document.querySelectorAll('details'))
      if (folded.contains(root.current)) folded.open = true
    root.current?.querySelector<HTMLElement>('input:not([type=file])')?.focus()
  }, [])
  useEffect(() => {
    const form = root.current?.closest('form')
    if (!waits) return setHeld(false)
    const holdForm = (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
      hold()
    }
    form?.addEventListener('submit', holdForm)
    return () => form?.removeEventListener('submit', holdForm)
  }, [waits, hold])

  if (!scripted) return <UploadLink isWithinForm={!isHung} />

  async function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const files = [...(currentTarget.files ?? [])]
    currentTarget.value = ''
    const more = await Promise.all(files.map(chosenPhoto))
    setChosen((before) => [...before, ...more])
  }

  /** Others may be chosen while it is sent: each is known by its file. */
  const change = (file: File, changes: Partial<ChosenPhoto>) =>
    setChosen((before) => before.map((one) => (one.file === file ? { ...one, ...changes } : one)))
  const leaveOut = (file: File) => setChosen((before) => before.filter((one) => one.file !== file))

  const ready = chosen.filter(({ file }) => !refusedAtOnce(file))

  async function sendAll() {
    if (sending) return
    const wordless = ready.filter(({ alt }) => !alt.trim())
    for (const { file } of wordless) change(file, { refused: NO_WORDS })
    if (wordless.length > 0) return setSaid(said + 1)
    let arrived = 0
    for (const [at, one] of ready.entries()) {
      setSending({ at: at + 1, of: ready.length })
      const refused = await send(one, hang)
      if (refused) change(one.file, { refused })
      else {
        leaveOut(one.file)
        arrived += 1
      }
    }
    setSending(null)
    setSaid(said + 1)
    if (arrived === 0) return
    revalidate()
    onUploaded?.()
  }

  return (
    <div ref={root} className="mt-2.5 grid gap-3">
      <div>
        <label
          className={`relative ${adminButton('plain')} has-focus-visible:outline-3 has-focus-visible:outline-lagoon`}
        >
          Upload photographs
          <input
            type="file"
            multiple
            accept="image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif,.heic,.heif"
            onChange={choose}
            className="sr-only"
          />
        </label>
        <span className="ml-3 text-admin-soft text-xs">Several at once, at most {PHOTO_MOST} each.</span>
      </div>
      {waits && (
        <>
          <p className="text-admin-soft text-xs">
            Press in a picture what must stay in sight, such as a face. Where you do not, we look for it.
          </p>
          <ul className="grid gap-3">
            {chosen.map((photo, at) => (
              <WaitingPhoto
                // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be chosen twice
                key={`${photo.file.name} ${photo.file.lastModified} ${at}`}
                {...{ photo, id: `${id}-${at}`, busy: sending !== null, onEnter: sendAll }}
                onChange={(changes) => change(photo.file, changes)}
                onLeaveOut={() => leaveOut(photo.file)}
              />
            ))}
          </ul>
          <label className="flex items-center gap-2.5 text-sm">
            <input
              type="checkbox"
              checked={hang}
              onChange={() => setHang(!hang)}
              className="size-5 accent-umber"
            />
            {PICTURE.isHung.label}
          </label>
          <div className="flex flex-wrap items-center gap-2.5">
            {ready.length > 0 && (
              <button
                type="button"
                onClick={sendAll}
                disabled={sending !== null}
                className={adminButton('main')}
              >
                {sending ? 'Uploading...' : `Upload ${counted(ready.length, 'photograph')}`}
              </button>
            )}
            <button
              type="button"
              onClick={() => setChosen([])}
              disabled={sending !== null}
              className={adminButton('plain')}
            >
              Leave all out
            </button>
          </div>
        </>
      )}
      {waits && <StayHere onHeld={hold} />}
      {isHeld && (
        <div role="alert">
          <FieldError message={WAITING} />
        </div>
      )}
      <p role="status" className="text-admin-soft text-xs">
        {sending && `Preparing the sizes of ${sending.at} of ${sending.of}`}
      </p>
    </div>
  )
}

/** While it is there, no link leads away, and the browser asks before it leaves. The router takes one. */
function StayHere({ onHeld }: { onHeld: () => void }) {
  const blocker = useBlocker(true)
  useBeforeUnload(ask)
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    onHeld()
  }, [blocker, onHeld])
  return null
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

/** Without scripts: what was typed in the form around it stays where it is. */
const UploadLink = ({ isWithinForm }: { isWithinForm: boolean }) => (
  <p className="mt-2.5 text-admin-soft text-xs">
    <Link
      to={UPLOAD_PATH}
      {...(isWithinForm && { target: '_blank', rel: 'noopener' })}
      className="text-ink text-sm underline underline-offset-4"
    >
      Upload a photograph{isWithinForm && ' in a new tab'}
    </Link>
    {isWithinForm && ' Then save here, and open this page again to choose it.'}
  </p>
)

/** Sends one; why it was not taken, or null. */
async function send({ file, alt, focus }: ChosenPhoto, isHung: boolean): Promise<string | null> {
  const form = new FormData()
  form.set('title', alt.trim().slice(0, PICTURE.title.atMost))
  form.set('alt', alt.trim())
  if (isHung) form.set('isHung', 'on')
  if (focus) {
    form.set('focusX', String(focus.x))
    form.set('focusY', String(focus.y))
  }
  form.set('photo', file)
  const answer = await fetch(UPLOAD_PATH, { method: 'POST', body: form }).catch(() => null)
  if (!answer) return LOST
  const { pathname } = new URL(answer.url)
  if (pathname === SIGN_IN) {
    askToSignIn()
    return SIGNED_OUT
  }
  if (answer.ok && pathname !== UPLOAD_PATH) return null
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  return page.getElementById('photo-refusal')?.textContent ?? LOST
}
