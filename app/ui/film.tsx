import { type FilmFiles, POSTER_FORMATS, plainPosterOf, posterSet } from './film-files'
import { PlayIcon } from './icons'
import { useFilmPlayback } from './use-film-playback'

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
