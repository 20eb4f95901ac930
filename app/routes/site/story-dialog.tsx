import { type MouseEvent, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { type FilmFiles, FilmSources, plainPosterOf } from '#app/ui/film'
import { CloseIcon } from '#app/ui/icons'
import { VisuallyHidden } from '#app/ui/link'

export type StoryFilm = Omit<FilmFiles, 'alt'> & { name: string; words: string }
type Props = { film: StoryFilm; onClose: () => void }

/** The browser keeps the focus inside, gives it back at the end, and closes at Escape. */
export function StoryDialog({ film: { name, words, ...files }, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const film = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const { current } = dialog
    current?.showModal()
    if (!window.matchMedia('(prefers-reduced-motion: reduce)').matches)
      film.current?.play().catch(() => undefined) // the controls are there to press
    return keepPageStill()
  }, [])

  // At once: the browser tells of its own closing a frame later, when the film may be asked for again.
  const close = () => {
    film.current?.pause()
    dialog.current?.close()
    onClose()
  }
  const closeBeside = (event: MouseEvent) => event.target === dialog.current && close()
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape and the button close it; a press beside it is one way more
    <dialog
      ref={dialog}
      aria-labelledby="story-film-title"
      aria-describedby="story-film-words"
      onClick={closeBeside}
      onCancel={close}
      onClose={close}
      className="m-auto w-[min(100vw-2rem,72rem,(100svh-9rem)*16/9)] max-w-none overflow-hidden rounded-card bg-dusk p-0 text-left text-base text-paper shadow-float backdrop:bg-dusk/60 [--focus-ring:var(--color-sun)] motion-safe:open:animate-[menu-in_220ms_var(--ease-settle)]"
    >
      <div className="flex items-center justify-between gap-4 py-2 pr-2 pl-5">
        <h2 id="story-film-title" className="type-h3">
          Our Story
        </h2>
        <button
          type="button"
          onClick={close}
          className="grid size-12 place-items-center rounded-full hover:bg-paper/12"
        >
          <VisuallyHidden>Close the film</VisuallyHidden>
          <CloseIcon />
        </button>
      </div>
      <video
        ref={film}
        controls
        muted
        playsInline
        preload="metadata"
        poster={plainPosterOf(files)}
        aria-label={name}
        className="block aspect-video w-full bg-night"
      >
        <FilmSources {...files} />
      </video>
      <p id="story-film-words" className="px-5 py-3.5 text-sm text-mist">
        {words}
      </p>
    </dialog>,
    document.body,
  )
}

function keepPageStill() {
  const { style } = document.documentElement
  const before = style.overflow
  style.overflow = 'hidden'
  return () => {
    style.overflow = before
  }
}
