import type { MetaDescriptor } from '@remix-run/react'
import type { CSSProperties } from 'react'
import { type PictureFiles, plainFileOf, srcSetOf } from '#app/content/picture-files'
import { EAGER } from './picture'
import { PictureSources } from './picture-sources'

export type HeroFiles = {
  wide: PictureFiles
  /** For portrait screens; without it they show the part of the wide one that `portraitPosition` names. */
  tall?: PictureFiles
  portraitPosition?: string
  alt?: string
}

const PORTRAIT = '(orientation: portrait)'
const LANDSCAPE = '(orientation: landscape)'

/** A little less than it is drawn: the brush hides it, and a phone's first picture is half as heavy. */
const UPRIGHT = '80vw'
/** It settles from 4 % larger. */
const ACROSS = '104vw'
/** In portrait the wide one stands at the foot of the hero, cut to the middle. */
const CUT = `${PORTRAIT} max(33rem, 100vw), ${ACROSS}`

export const HeroPicture = ({ wide, tall, portraitPosition = '80%', alt = wide.alt }: HeroFiles) => (
  <picture className="picture-frame">
    {tall && <PictureSources picture={tall} media={PORTRAIT} sizes={UPRIGHT} />}
    <PictureSources picture={wide} sizes={tall ? ACROSS : CUT} />
    <img
      src={plainFileOf(wide)}
      alt={alt}
      width={wide.width}
      height={wide.height}
      className={`hero-picture hero-settles ${tall ? '' : 'hero-picture-cut'}`}
      style={heroStyle({ wide, tall, portraitPosition })}
      {...EAGER}
    />
  </picture>
)

/** The cast holds: React takes custom properties, its types do not. */
const heroStyle = ({ wide, tall, portraitPosition }: HeroFiles) =>
  ({
    '--preview': `url(${wide.preview})`,
    '--preview-portrait': tall ? `url(${tall.preview})` : 'none',
    '--portrait-position': portraitPosition,
  }) as CSSProperties

/** For a page's `meta`: it knows the loader's data, where `links` would need the table of pictures in the browser. */
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
