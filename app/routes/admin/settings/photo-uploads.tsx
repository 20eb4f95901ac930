import { useRevalidator } from '@remix-run/react'
import { type ChangeEvent, type KeyboardEvent, useEffect, useId, useState } from 'react'
import { counted } from '#app/platform/words'
import { PHOTO_BYTES_AT_MOST, PHOTO_MOST, PHOTO_REFUSALS, PICTURE, UPLOAD_PATH } from '#app/site/list-forms'
import { adminButton } from '#app/ui/admin/admin-parts'
import { FIELD_LOOK, FieldError } from '#app/ui/field'
import { asJpeg } from '#app/ui/heic-file'
import { Link } from '#app/ui/link'

type Chosen = { file: File; preview: string | null; alt: string; refused?: string }

const PREVIEW_HEIGHT = 160
const NO_WORDS = 'Please describe what the picture shows'
const LOST = 'It did not arrive. Please check the connection and press the button again.'

type Props = { isHung: boolean; onUploaded?: () => void }

/**
 * Sends photographs one after the other to where the gallery's own form goes: chosen together, each with its
 * preview and with words for those who cannot see it. Stands within other forms, so nothing here has a name.
 */
export function PhotoUploads({ isHung, onUploaded }: Props) {
  const [scripted, setScripted] = useState(false)
  const [chosen, setChosen] = useState<Chosen[]>([])
  const [hang, setHang] = useState(isHung)
  const [sending, setSending] = useState<number | null>(null)
  const { revalidate } = useRevalidator()
  const id = useId()
  useEffect(() => setScripted(true), [])
  if (!scripted)
    return (
      <Link to={UPLOAD_PATH} className="text-sm underline underline-offset-4">
        Upload a photograph
      </Link>
    )

  async function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const files = [...(currentTarget.files ?? [])]
    currentTarget.value = ''
    const more = await Promise.all(
      files.map(async (original) => {
        const file = await asJpeg(original)
        return {
          ...{ file, alt: '', preview: await previewOf(file) },
          ...(file.size > PHOTO_BYTES_AT_MOST && { refused: PHOTO_REFUSALS['too-large'] }),
        }
      }),
    )
    setChosen((before) => [...before, ...more])
  }

  const change = (at: number, changes: Partial<Chosen>) =>
    setChosen((before) => before.map((one, index) => (index === at ? { ...one, ...changes } : one)))

  async function sendAll() {
    const left: Chosen[] = []
    for (const [at, one] of chosen.entries()) {
      setSending(at + 1)
      const refused = one.alt.trim() ? await send(one, hang) : NO_WORDS
      if (refused) left.push({ ...one, refused })
    }
    setSending(null)
    setChosen(left)
    if (left.length === chosen.length) return
    revalidate()
    onUploaded?.()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // The form around it would be sent.
    event.preventDefault()
    sendAll()
  }

  return (
    <div className="mt-2.5 grid gap-3">
      <div>
        <label
          className={`relative ${adminButton('plain')} has-focus-visible:outline-3 has-focus-visible:outline-lagoon`}
        >
          Upload photographs
          <input
            type="file"
            multiple
            accept="image/jpeg,image/png,image/webp,image/avif"
            onChange={choose}
            className="sr-only"
          />
        </label>
        <span className="ml-3 text-admin-soft text-xs">Several at once, at most {PHOTO_MOST} each.</span>
      </div>
      {chosen.length > 0 && (
        <>
          <ul className="grid gap-3">
            {chosen.map(({ file, preview, alt, refused }, at) => (
              <li key={`${file.name} ${file.lastModified}`} className="flex gap-3">
                <span className="grid h-20 w-24 flex-none place-items-center overflow-hidden rounded-badge bg-sand text-2xs">
                  {preview ? <img src={preview} alt="" className="size-full object-cover" /> : 'No preview'}
                </span>
                <span className="min-w-0 flex-1">
                  <label htmlFor={`${id}-${at}`} className="mb-1 block truncate font-semibold text-xs">
                    What {file.name} shows
                  </label>
                  <input
                    id={`${id}-${at}`}
                    value={alt}
                    maxLength={PICTURE.alt.atMost}
                    placeholder="Place, subject, light"
                    onChange={(event) => change(at, { alt: event.currentTarget.value })}
                    onKeyDown={onKeyDown}
                    aria-invalid={refused !== undefined || undefined}
                    className={`${FIELD_LOOK} h-11`}
                  />
                  <FieldError message={refused} />
                </span>
              </li>
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
          <div className="flex flex-wrap gap-2.5">
            <button
              type="button"
              onClick={sendAll}
              disabled={sending !== null}
              className={adminButton('plain')}
            >
              {sending === null ? `Upload ${counted(chosen.length, 'photograph')}` : 'Uploading...'}
            </button>
            <button type="button" onClick={() => setChosen([])} className={adminButton('plain')}>
              Choose none of them
            </button>
          </div>
        </>
      )}
      <p role="status" className="text-admin-soft text-xs">
        {sending !== null && `Preparing the sizes of ${sending} of ${chosen.length}`}
      </p>
    </div>
  )
}

/** Sends one; why it was not taken, or null. */
async function send({ file, alt }: Chosen, isHung: boolean): Promise<string | null> {
  const form = new FormData()
  form.set('title', alt.trim().slice(0, PICTURE.title.atMost))
  form.set('alt', alt.trim())
  if (isHung) form.set('isHung', 'on')
  form.set('photo', file)
  const answer = await fetch(UPLOAD_PATH, { method: 'POST', body: form }).catch(() => null)
  if (!answer) return LOST
  if (answer.ok && new URL(answer.url).pathname !== UPLOAD_PATH) return null
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  return page.getElementById('photo-refusal')?.textContent ?? LOST
}

/** A small copy to look at: thirty of twelve megapixels are too much for a page. */
async function previewOf(file: File): Promise<string | null> {
  const picture = await createImageBitmap(file, { resizeHeight: PREVIEW_HEIGHT }).catch(() => null)
  if (!picture) return null
  const canvas = document.createElement('canvas')
  canvas.width = picture.width
  canvas.height = picture.height
  canvas.getContext('2d')?.drawImage(picture, 0, 0)
  return canvas.toDataURL('image/jpeg', 0.8)
}
