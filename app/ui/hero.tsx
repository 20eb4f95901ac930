import type { MetaDescriptor } from '@remix-run/react'
import type { MouseEvent, ReactNode } from 'react'
import { cutAt, type PictureFiles, plainFileOf, srcSetOf } from '#app/site/picture'
import { EAGER, PictureSources } from './picture'

type HeroFiles = {
  wide: PictureFiles
  /** For portrait screens; without it they show the part of the wide one that `portraitPosition` names. */
  tall?: PictureFiles
  portraitPosition?: string
  alt?: string
  /** Staff chose it, and it was not painted for this: cut at its own focus. */
  isChosen?: boolean
  /** What the picture is by itself: a day's bright sky asks for more shade under the words. */
  ground?: Ground
}

const PORTRAIT = '(orientation: portrait)'
const LANDSCAPE = '(orientation: landscape)'

/** A little less than it is drawn: the brush hides it, and a phone's first picture is half as heavy. */
const UPRIGHT = '80vw'
/** It settles from 4 % larger. */
const ACROSS = '104vw'
/** In portrait the wide one stands at the foot of the hero, cut to the middle. */
const CUT = `${PORTRAIT} max(33rem, 100vw), ${ACROSS}`

const HeroPicture = ({ wide, tall, portraitPosition = '80%', alt = wide.alt, isChosen }: HeroFiles) => (
  <picture className="picture-frame">
    {tall && <PictureSources picture={tall} media={PORTRAIT} sizes={UPRIGHT} />}
    <PictureSources picture={wide} sizes={tall ? ACROSS : CUT} />
    <img
      src={plainFileOf(wide)}
      alt={alt}
      width={wide.width}
      height={wide.height}
      className={`hero-picture hero-settles ${tall ? '' : 'hero-picture-cut'}`}
      style={{
        '--preview': `url(${wide.preview})`,
        '--preview-portrait': tall ? `url(${tall.preview})` : 'none',
        '--portrait-position': portraitPosition,
        ...(isChosen && { '--focus-x': cutAt(wide).x, '--focus-y': cutAt(wide).y }),
      }}
      {...EAGER}
    />
  </picture>
)

/** For `meta`, which has the loader's data: `links` would need the table of pictures in the browser. */
export function heroPreloads(hero: HeroFiles | undefined): MetaDescriptor[] {
  if (!hero) return []
  const { wide, tall } = hero
  return tall
    ? [preload(tall, UPRIGHT, PORTRAIT), preload(wide, ACROSS, LANDSCAPE)]
    : [preload(wide, CUT, 'all')]
}

const preload = (picture: PictureFiles, sizes: string, media: string): MetaDescriptor => ({
  tagName: 'link',
  rel: 'preload',
  as: 'image',
  type: 'image/avif',
  imageSrcSet: srcSetOf(picture, 'avif'),
  imageSizes: sizes,
  media,
  fetchpriority: 'high',
})

type Props = {
  picture: HeroFiles
  smallCaps: ReactNode
  title: string
  lead: ReactNode
  actions: ReactNode
  /** The page's, for a picture that has none. */
  ground?: Ground
}

type Ground = 'dusk' | 'night' | 'day'

const GROUNDS = { dusk: '', night: 'hero-night', day: 'hero-day' }

/** The first screen of a marketing page; its route says `handle = { hero: true }`. */
export function Hero({ picture, smallCaps, title, lead, actions, ground = 'dusk' }: Props) {
  return (
    <section
      className={`hero on-dark ${GROUNDS[picture.ground ?? ground]} ${picture.isChosen ? 'hero-chosen' : ''}`}
    >
      <HeroPicture {...picture} />
      <div className="wrap">
        <div className="hero-copy">
          <p className="type-small-caps leading-rule text-dawn">{smallCaps}</p>
          <h1 className="type-hero mt-5.5 mb-5">{title}</h1>
          <p className="type-lead max-w-[25.6em] text-cream">{lead}</p>
          <div className="mt-8 flex flex-wrap gap-3.5 max-sm:*:w-full">{actions}</div>
        </div>
      </div>
    </section>
  )
}

type ScrollLinkProps = { to: `#${string}`; className?: string; children: ReactNode }

/**
 * Goes to a place on this page, smoothly where motion is welcome. Without scripts it is an ordinary link. The
 * router is left out: it would jump to the place at once, in the middle of the way.
 */
export function ScrollLink({ to, className, children }: ScrollLinkProps) {
  const scroll = (event: MouseEvent) => {
    const target = document.getElementById(to.slice(1))
    if (!target || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    layOutAll()
    target.scrollIntoView({ behavior: still ? 'auto' : 'smooth' })
    target.tabIndex = -1
    target.focus({ preventScroll: true })
    window.history.replaceState(window.history.state, '', to)
  }
  return (
    <a href={to} onClick={scroll} className={className}>
      {children}
    </a>
  )
}

/** Scrolling past sections that wait (styles/rendering.css) needs their true heights. */
const layOutAll = () => document.documentElement.removeAttribute('data-late')
