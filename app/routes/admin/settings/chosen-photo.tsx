import type { KeyboardEvent, MouseEvent } from 'react'
import { PHOTO_BYTES_AT_MOST, PHOTO_REFUSALS, PICTURE } from '#app/site/list-forms'
import { adminButton } from '#app/ui/admin/admin-parts'
import { FIELD_LOOK, FieldError } from '#app/ui/field'
import { asJpeg, isHeic } from '#app/ui/heic-file'

/** A photograph before it is sent. `focus`, in percent, is where staff pressed its preview. */
export type ChosenPhoto = {
  file: File
  preview: string | null
  alt: string
  focus?: { x: number; y: number }
  refused?: string | undefined
}

const PREVIEW_HEIGHT = 256

/** Why it need not be sent: the server would refuse it for certain. */
export const refusedAtOnce = (file: File): string | undefined =>
  isHeic(file)
    ? PHOTO_REFUSALS.heic
    : file.size > PHOTO_BYTES_AT_MOST
      ? PHOTO_REFUSALS['too-large']
      : undefined

/** Reads a file that was chosen. */
export async function chosenPhoto(original: File): Promise<ChosenPhoto> {
  const file = await asJpeg(original, PHOTO_BYTES_AT_MOST)
  return { file, alt: '', preview: await previewOf(file), refused: refusedAtOnce(file) }
}

type Props = {
  photo: ChosenPhoto
  id: string
  busy: boolean
  onChange: (changes: Partial<ChosenPhoto>) => void
  onEnter: () => void
  onLeaveOut: () => void
}

/** A photograph that waits to be sent: with words, and pressed where no cut may lose it. */
export function WaitingPhoto({ photo, id, busy, onChange, onEnter, onLeaveOut }: Props) {
  const { file, preview, alt, focus, refused } = photo

  function place({ currentTarget, clientX, clientY }: MouseEvent) {
    const box = currentTarget.getBoundingClientRect()
    const percent = (share: number) => Math.round(100 * Math.min(1, Math.max(0, share)))
    onChange({
      focus: {
        x: percent((clientX - box.left) / box.width),
        y: percent((clientY - box.top) / box.height),
      },
    })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // The form around it would be sent.
    event.preventDefault()
    onEnter()
  }

  return (
    <li className="flex flex-wrap gap-3 sm:flex-nowrap">
      <span className="flex w-40 flex-none justify-center">
        {preview ? (
          // biome-ignore lint/a11y/noStaticElementInteractions: once it is there, sliders do the same by keyboard
          // biome-ignore lint/a11y/useKeyWithClickEvents: as above
          <span onClick={place} className="relative h-fit cursor-crosshair">
            <img src={preview} alt="" className="max-h-32 max-w-full rounded-badge" />
            {focus && (
              <span
                aria-hidden="true"
                className="pointer-events-none absolute size-6 -translate-1/2 rounded-full border-2 border-paper bg-umber/40 outline-2 outline-ink"
                style={{ left: `${focus.x}%`, top: `${focus.y}%` }}
              />
            )}
          </span>
        ) : (
          <span className="grid h-20 w-full place-items-center rounded-badge bg-sand text-2xs">
            No preview
          </span>
        )}
      </span>
      <span className="min-w-56 flex-1">
        <label htmlFor={id} className="mb-1 block truncate font-semibold text-xs">
          What {file.name} shows
        </label>
        <input
          id={id}
          value={alt}
          maxLength={PICTURE.alt.atMost}
          placeholder="Place, subject, light"
          disabled={busy}
          onChange={({ currentTarget: { value } }) =>
            onChange({ alt: value, ...(refused === PICTURE.alt.missing && value && { refused: undefined }) })
          }
          onKeyDown={onKeyDown}
          aria-invalid={refused !== undefined || undefined}
          aria-describedby={refused && `${id}-error`}
          className={`${FIELD_LOOK} h-11`}
        />
        <FieldError id={`${id}-error`} message={refused} />
      </span>
      <button
        type="button"
        disabled={busy}
        onClick={onLeaveOut}
        aria-label={`Leave out ${file.name}`}
        className={`${adminButton('plain')} self-start sm:mt-5.5`}
      >
        Leave out
      </button>
    </li>
  )
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
