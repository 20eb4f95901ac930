import { useEffect, useRef, useState } from 'react'
import { type PictureFiles, plainFileOf, srcSetOf } from '#app/site/picture'
import { PlayIcon } from './icons'

type Props = FilmFiles & {
  /** The name that its button is read with. */
  title: string
  /** How wide its poster is drawn. */
  sizes: string
}

/**
 * A silent film that plays by itself while at least half of it is visible, and has a button that stops it.
 * Without scripts it is the browser's own player; for guests who asked for no motion or little data, a poster
 * to press.
 */
export function Film({ alt, title, sizes, ...film }: Props) {
  const { video, on, started, toggle } = useFilmPlayback()
  return (
    <div className="relative isolate aspect-video overflow-hidden rounded-card bg-night">
      <picture className="noscript:hidden">
        {POSTER_FORMATS.map(({ type, ending }) => (
          <source key={type} type={type} srcSet={posterSet(film, ending)} sizes={sizes} />
        ))}
        <img
          src={plainPosterOf(film)}
          alt={alt}
          width={1280}
          height={720}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      </picture>
      <video
        ref={video}
        muted
        loop
        playsInline
        preload="none"
        tabIndex={-1}
        aria-hidden="true"
        disablePictureInPicture
        className={`absolute inset-0 size-full object-cover transition-opacity duration-300 noscript:hidden ${started ? '' : 'opacity-0'}`}
      >
        <FilmSources {...film} />
      </video>
      <button
        type="button"
        onClick={toggle}
        aria-pressed={on}
        aria-label={`Play the film: ${title}`}
        className="absolute right-3 bottom-3 grid size-12 place-items-center rounded-full border border-paper/70 bg-scrim/72 text-paper transition-colors hover:border-paper hover:bg-scrim noscript:hidden"
      >
        {on ? <PauseIcon className="size-5" /> : <PlayIcon className="size-5" />}
      </button>
      <noscript>
        <video
          controls
          muted
          loop
          playsInline
          preload="none"
          poster={plainPosterOf(film)}
          aria-label={alt}
          className="absolute inset-0 size-full"
        >
          <FilmSources {...film} />
        </video>
      </noscript>
    </div>
  )
}

const PauseIcon = ({ className }: { className: string }) => (
  <svg viewBox="0 0 20 20" fill="currentColor" aria-hidden="true" className={className}>
    <path d="M5 3.5h3.4v13H5zM11.6 3.5H15v13h-3.4z" />
  </svg>
)

export const FilmSources = ({ slug, poster }: Pick<FilmFiles, 'slug' | 'poster'>) => (
  <>
    {!poster && <source src={`/films/${slug}.webm`} type="video/webm" />}
    <source src={`/films/${slug}.mp4`} type="video/mp4" />
  </>
)

/** How near the screen a film comes before its first bytes are fetched. */
const LOADS_WITHIN = '320px'
const HALF = 0.5

/** Plays a film while half of it is visible, unless the viewer, their settings or the browser object. */
function useFilmPlayback() {
  const video = useRef<HTMLVideoElement>(null)
  const [on, setOn] = useState(false)
  const [started, setStarted] = useState(false)
  const [visible, setVisible] = useState(false)

  useEffect(() => setOn(motionIsWelcome()), [])
  useEffect(() => (video.current ? watchVisibility(video.current, setVisible) : undefined), [])
  useEffect(() => (video.current && on ? loadWhenNear(video.current) : undefined), [on])
  useEffect(() => {
    const film = video.current
    if (!film) return
    if (!on || !visible) return film.pause()
    // React leaves `muted` out of the server's page, and only a muted film may start by itself.
    film.muted = true
    film.play().then(
      () => setStarted(true),
      // A battery saver refuses; a film that is scrolled away before it has begun is merely interrupted.
      (refusal: unknown) =>
        refusal instanceof DOMException && refusal.name === 'NotAllowedError' && setOn(false),
    )
  }, [on, visible])

  return { video, on, started, toggle: () => setOn(!on) }
}

type Connected = Navigator & { connection?: { saveData?: boolean } }

const motionIsWelcome = () =>
  !window.matchMedia('(prefers-reduced-motion: reduce)').matches &&
  !(navigator as Connected).connection?.saveData

function watchVisibility(film: HTMLVideoElement, onChange: (visible: boolean) => void) {
  const observer = new IntersectionObserver(
    (entries) => onChange((entries.at(-1)?.intersectionRatio ?? 0) >= HALF),
    { threshold: HALF },
  )
  observer.observe(film)
  return () => observer.disconnect()
}

function loadWhenNear(film: HTMLVideoElement) {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      film.preload = 'auto'
      observer.disconnect()
    },
    { rootMargin: LOADS_WITHIN },
  )
  observer.observe(film)
  return () => observer.disconnect()
}

/**
 * One film: its files lie in /films as <slug>.webm and .mp4, its poster as <slug>-<width>.avif, .webp and
 * .jpg. One that staff uploaded is an .mp4 alone, and its poster one of the site's pictures.
 */
export type FilmFiles = {
  slug: string
  poster?: PictureFiles
  /** What it shows, for those who do not see it. */
  alt: string
}

const POSTER_WIDTHS = [640, 1280]

/** Best first: a browser takes the first one that it can show. */
const POSTER_FORMATS = [
  { type: 'image/avif', ending: 'avif' },
  { type: 'image/webp', ending: 'webp' },
] as const

type Poster = Pick<FilmFiles, 'slug' | 'poster'>

const posterSet = ({ slug, poster }: Poster, ending: (typeof POSTER_FORMATS)[number]['ending']) =>
  poster
    ? srcSetOf(poster, ending)
    : POSTER_WIDTHS.map((width) => `/films/${slug}-${width}.${ending} ${width}w`).join(', ')

export const plainPosterOf = ({ slug, poster }: Poster) =>
  poster ? plainFileOf(poster) : `/films/${slug}-1280.jpg`
