import { useCallback, useEffect, useRef, useState } from 'react'
import {
  centeredAt,
  cutAt,
  PICTURE_FORMATS,
  type PictureFiles,
  plainFileOf,
  srcSetOf,
} from '#app/site/picture'

declare module 'react' {
  /** React takes custom properties, its types do not. */
  interface CSSProperties {
    [property: `--${string}`]: string | number
  }
}

type Props = { picture: PictureFiles; sizes: string; media?: string }

export const PictureSources = ({ picture, sizes, media }: Props) => (
  <>
    {PICTURE_FORMATS.map(({ type, ending }) => (
      <source key={type} type={type} media={media} srcSet={srcSetOf(picture, ending)} sizes={sizes} />
    ))}
  </>
)

/** Notices a picture that does not come, also where that happened before scripts ran. */
function usePictureFailure(onFail?: () => void) {
  const [failed, setFailed] = useState(false)
  const image = useRef<HTMLImageElement>(null)
  const report = useRef(onFail)
  report.current = onFail
  const fail = useCallback(() => {
    setFailed(true)
    report.current?.()
  }, [])
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) fail()
  }, [fail])
  return { failed, image, fail }
}

type PictureProps = {
  picture: PictureFiles
  /** How wide the whole picture is drawn; a crop shows less of it, and still needs that much. */
  sizes: string
  /** On the first screen: fetched at once and never lazily. */
  priority?: boolean
  /** Where it is cut: as elsewhere on the site, unless its box needs something else. */
  cut?: { x: string; y: string }
  className?: string
  onFail?: () => void
}

/** A picture in the smallest file that does; blurred until it is there, hidden if it never comes. */
export function Picture({ picture, sizes, priority, cut, className = '', onFail }: PictureProps) {
  const { failed, image, fail } = usePictureFailure(onFail)
  const { x, y } = cut ?? cutAt(picture)
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
        style={{
          '--preview': picture.preview ? `url(${picture.preview})` : 'none',
          '--focus': `${x} ${y}`,
        }}
      />
    </picture>
  )
}

const LAZY = { loading: 'lazy', decoding: 'async' } as const

/** React 18 knows the attribute only in lower case, its types only in camel case. */
export const EAGER = { fetchpriority: 'high' }

type BandProps = { picture: PictureFiles; sizes?: string; className?: string }

/** A print from edge to edge, at the head of a page that is about a journey. */
export const PrintBand = ({
  picture,
  sizes = '(width >= 64rem) 100vw, 60rem',
  className = 'h-52 sm:h-80',
}: BandProps) => (
  <div
    aria-hidden="true"
    className={`[container-type:size] overflow-hidden bg-night print:hidden ${className}`}
  >
    <Picture
      picture={picture}
      sizes={sizes}
      priority
      cut={picture.fileName ? centeredAt(picture) : undefined}
      className="size-full"
    />
  </div>
)
