import { PICTURE_FORMATS, type PictureFiles, srcSetOf } from '#app/content/picture-files'

type Props = { picture: PictureFiles; sizes: string; media?: string }

export const PictureSources = ({ picture, sizes, media }: Props) => (
  <>
    {PICTURE_FORMATS.map(({ type, ending }) => (
      <source key={type} type={type} media={media} srcSet={srcSetOf(picture, ending)} sizes={sizes} />
    ))}
  </>
)
