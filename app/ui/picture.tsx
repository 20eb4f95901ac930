import type { CSSProperties } from 'react'
import { type PictureFiles, plainFileOf } from '#app/content/picture-files'
import { PictureSources } from './picture-sources'
import { usePictureFailure } from './use-picture-failure'

type Props = {
  picture: PictureFiles
  /** How wide the whole picture is drawn; a crop shows less of it, and still needs that much. */
  sizes: string
  /** On the first screen: fetched at once and never lazily. */
  priority?: boolean
  className?: string
  /** Where a crop is taken, where its focus is not the place. */
  position?: string
  onFail?: () => void
}

/** A picture in the smallest file that does; blurred until it is there, hidden if it never comes. */
export function Picture({ picture, sizes, priority = false, className = '', position, onFail }: Props) {
  const { failed, image, fail } = usePictureFailure(onFail)
  return (
    <picture className="picture-frame">
      <PictureSources picture={picture} sizes={sizes} />
      <img
        ref={image}
        src={plainFileOf(picture)}
        alt={picture.alt}
        width={picture.width}
        height={picture.height}
        {...(priority ? EAGER : LAZY)}
        onError={fail}
        hidden={failed}
        className={`picture ${className}`}
        style={pictureStyle(picture, position)}
      />
    </picture>
  )
}

const LAZY = { loading: 'lazy', decoding: 'async' } as const

/** React 18 knows the attribute only in lower case, its types only in camel case. */
export const EAGER = { fetchpriority: 'high' }

/** The cast holds: React takes custom properties, its types do not. */
const pictureStyle = ({ preview, focus }: PictureFiles, position?: string) =>
  ({
    '--preview': preview ? `url(${preview})` : 'none',
    '--focus': position ?? `${percent(focus.x)} ${percent(focus.y)}`,
  }) as CSSProperties

const percent = (share: number) => `${Math.round(share * 100)}%`
