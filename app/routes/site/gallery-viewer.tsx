import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { GalleryPicture } from '#app/content/gallery/gallery.server'
import { CloseIcon, DownIcon } from '#app/ui/icons'
import { Picture } from '#app/ui/picture'
import { shapeOf } from './gallery-shape'
import { thumbnailId } from './gallery-tile'
import { useSwipe } from './use-swipe'

type Props = {
  pictures: GalleryPicture[]
  opened: string
  onClose: () => void
  onFail: (slug: string) => void
}

/** One picture on the whole screen. The dialog keeps focus inside and hears Escape by itself. */
export function GalleryViewer({ pictures, opened, onClose, onFail }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [slug, setSlug] = useState(opened)
  const at = Math.max(
    0,
    pictures.findIndex((picture) => picture.slug === slug),
  )
  const picture = pictures[at]
  const step = (by: number) =>
    setSlug(pictures[(at + by + pictures.length) % pictures.length]?.slug ?? opened)
  const swipe = useSwipe({ left: () => step(1), right: () => step(-1) })

  useEffect(() => dialog.current?.showModal(), [])
  const closed = () => {
    onClose()
    // Safari does not focus a link that is clicked, so the browser alone would not find the way back.
    document.getElementById(thumbnailId(opened))?.focus({ preventScroll: true })
  }
  const turn = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') step(-1)
    if (event.key === 'ArrowRight') step(1)
  }
  const skip = () => {
    step(1)
    onFail(slug)
  }
  if (!picture) return null
  return (
    <dialog ref={dialog} aria-label="Gallery" onClose={closed} onKeyDown={turn} className="viewer on-dark">
      <p className="viewer-count">
        {at + 1} <span className="text-mist">of {pictures.length}</span>
      </p>
      <button
        type="button"
        aria-label="Close"
        onClick={() => dialog.current?.close()}
        className="viewer-button viewer-close"
      >
        <CloseIcon />
      </button>
      <div className="viewer-stage" {...swipe}>
        <div key={slug} className="viewer-picture" style={shapeOf(picture)}>
          <Picture picture={picture} sizes="100vw" onFail={skip} className="size-full rounded-field" />
        </div>
      </div>
      <StepButton label="Previous picture" side="previous" onClick={() => step(-1)} />
      <p aria-live="polite" className="viewer-caption">
        <span className="type-h3">{picture.title}</span>
        <span className="text-sm text-mist">{picture.place}</span>
      </p>
      <StepButton label="Next picture" side="next" onClick={() => step(1)} />
    </dialog>
  )
}

type StepProps = { label: string; side: 'previous' | 'next'; onClick: () => void }

const StepButton = ({ label, side, onClick }: StepProps) => (
  <button type="button" aria-label={label} onClick={onClick} className={`viewer-button viewer-${side}`}>
    <DownIcon className={side === 'previous' ? 'size-5 rotate-90' : 'size-5 -rotate-90'} />
  </button>
)
