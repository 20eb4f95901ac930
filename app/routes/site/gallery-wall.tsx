import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { GalleryPicture } from '#app/site/gallery.server'
import { CloseIcon, DownIcon } from '#app/ui/icons'
import { Link } from '#app/ui/link'
import { Picture } from '#app/ui/picture'
import { Reveal } from '#app/ui/section'

const FAR_ENOUGH = 50

/** Hears a finger, pen or mouse drawn sideways; what goes up or down more than sideways is scrolling. */
function useSwipe(to: { left: () => void; right: () => void }) {
  const from = useRef<{ x: number; y: number } | null>(null)
  return {
    onPointerDown({ isPrimary, clientX, clientY }: PointerEvent) {
      from.current = isPrimary ? { x: clientX, y: clientY } : null
    },
    onPointerUp({ clientX, clientY }: PointerEvent) {
      const began = from.current
      from.current = null
      if (!began) return
      const across = clientX - began.x
      if (Math.abs(across) < FAR_ENOUGH || Math.abs(across) < Math.abs(clientY - began.y)) return
      if (across < 0) to.left()
      else to.right()
    },
    onPointerCancel() {
      from.current = null
    },
  }
}

type Props = {
  pictures: GalleryPicture[]
  opened: string
  onClose: () => void
  onFail: (slug: string) => void
}

/** One picture on the whole screen. The dialog keeps focus inside and hears Escape by itself. */
function GalleryViewer({ pictures, opened, onClose, onFail }: Props) {
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
  // At once: the browser tells of its own closing a frame later, when the next picture may be open already.
  const close = () => {
    dialog.current?.close()
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
    <dialog
      ref={dialog}
      aria-label="Gallery"
      onCancel={close}
      onClose={close}
      onKeyDown={turn}
      className="viewer on-dark"
    >
      <p className="viewer-count">
        {at + 1} <span className="text-mist">of {pictures.length}</span>
      </p>
      <button type="button" aria-label="Close" onClick={close} className="viewer-button viewer-close">
        <CloseIcon />
      </button>
      <div className="viewer-stage" {...swipe}>
        <div key={slug} className="viewer-picture" style={{ '--shape': picture.width / picture.height }}>
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

/** The pictures on the wall; with scripts a click opens the viewer, without them the picture's own page. */
export function GalleryWall({ pictures }: { pictures: GalleryPicture[] }) {
  const [failed, setFailed] = useState<readonly string[]>([])
  const [opened, setOpened] = useState<string | null>(null)
  const shown = pictures.filter(({ slug }) => !failed.includes(slug))
  const spots = hang(shown.length)
  const leaveOut = (slug: string) => setFailed((before) => [...before, slug])

  const open = (slug: string) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setOpened(slug)
  }
  return (
    <>
      <ul className="gallery-wall">
        {shown.map((picture, index) => (
          <GalleryTile
            key={picture.slug}
            picture={picture}
            spot={spots[index]}
            first={index === 0}
            onOpen={open(picture.slug)}
            onFail={() => leaveOut(picture.slug)}
          />
        ))}
      </ul>
      {opened && (
        <GalleryViewer pictures={shown} opened={opened} onClose={() => setOpened(null)} onFail={leaveOut} />
      )}
    </>
  )
}

type TileProps = {
  picture: GalleryPicture
  spot?: Spot
  /** Always on the first screen. */
  first: boolean
  onOpen: (event: MouseEvent) => void
  onFail: () => void
}

/** The picture is the link; its name beneath belongs to the same target. */
const GalleryTile = ({ picture, spot, first, onOpen, onFail }: TileProps) => (
  <Reveal as="li" className={`gallery-tile gallery-${spot?.on} gallery-phone-${spot?.phone}`}>
    <Link
      to={`/gallery/${picture.slug}`}
      id={thumbnailId(picture.slug)}
      onClick={onOpen}
      className="gallery-link"
    >
      <Picture
        picture={picture}
        sizes={spot?.phone === 'full' ? LARGE : SMALL}
        priority={first}
        onFail={onFail}
        className="absolute inset-0 size-full"
      />
    </Link>
    <p className="text-xs leading-snug sm:text-sm">
      <span className="block font-semibold">{picture.title}</span>
      <span className="block text-ink-soft">{picture.place}</span>
    </p>
  </Reveal>
)

const thumbnailId = (slug: string) => `picture-${slug}`

/** A tall cut of a wide picture draws it 1.9 times as wide as its column. */
const SMALL = '(width >= 80rem) 45rem, (width >= 40rem) 58vw, 80vw'
const LARGE = '(width >= 80rem) 50rem, (width >= 40rem) 64vw, 80vw'

/**
 * Where a picture hangs. Wide screens have three columns: `full` takes all of them, `wide` the left two,
 * `wide-right` the right two, `tall` one. Phones have two columns: `full` or `half`.
 */
type Spot = { on: 'full' | 'wide' | 'wide-right' | 'tall'; phone: 'full' | 'half' }

const TALL: Spot = { on: 'tall', phone: 'half' }
const FULL: Spot = { on: 'full', phone: 'full' }

/** Five fill two rows on a wide screen, three on a phone; the large one changes sides. */
const five = (round: number): Spot[] => [
  { on: round % 2 === 0 ? 'wide' : 'wide-right', phone: 'full' },
  TALL,
  TALL,
  TALL,
  TALL,
]

/** What is left over after the fives, so that no row has a hole. */
const LAST: Spot[][] = [
  [],
  [FULL],
  [
    { on: 'wide', phone: 'full' },
    { on: 'tall', phone: 'full' },
  ],
  [{ on: 'tall', phone: 'full' }, TALL, TALL],
  [FULL, { on: 'tall', phone: 'full' }, TALL, TALL],
]

/** A spot for each of this many pictures, in their order. */
export function hang(total: number): Spot[] {
  const rounds = Math.floor(total / 5)
  return [...Array.from({ length: rounds }, (_, round) => five(round)).flat(), ...(LAST[total % 5] ?? [])]
}
