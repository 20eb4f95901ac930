import type { MouseEvent } from 'react'
import type { GalleryPicture } from '#app/site/gallery.server'
import { Link } from '#app/ui/link'
import { Picture } from '#app/ui/picture'
import { Reveal } from '#app/ui/reveal'
import type { Spot } from './gallery-hanging'

type Props = {
  picture: GalleryPicture
  spot?: Spot
  /** Always on the first screen. */
  first: boolean
  onOpen: (event: MouseEvent) => void
  onFail: () => void
}

/** The picture is the link; its name beneath belongs to the same target. */
export const GalleryTile = ({ picture, spot, first, onOpen, onFail }: Props) => (
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

export const thumbnailId = (slug: string) => `picture-${slug}`

/** A tall cut of a wide picture draws it 1.9 times as wide as its column. */
const SMALL = '(width >= 80rem) 45rem, (width >= 40rem) 58vw, 80vw'
const LARGE = '(width >= 80rem) 50rem, (width >= 40rem) 64vw, 80vw'
