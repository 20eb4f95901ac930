import type { ChangeEvent } from 'react'

/** Large enough for every size that the site makes, and within what a phone's canvas can hold. */
const SIDE_AT_MOST = 4_096
const QUALITY = 0.92

export const isHeic = ({ name, type }: File): boolean =>
  /\.hei[cf]$/i.test(name) || /^image\/hei[cf]/.test(type)

/**
 * An iPhone's HEIC picture as JPEG where this browser can read it, as Safari can, and any picture of more
 * bytes than may be sent; else the file.
 */
export async function asJpeg(file: File, bytesAtMost = Number.POSITIVE_INFINITY): Promise<File> {
  const isToChange = isHeic(file) || file.size > bytesAtMost
  const picture = isToChange ? await createImageBitmap(file).catch(() => null) : null
  if (!picture) return file
  const scale = Math.min(1, SIDE_AT_MOST / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const jpeg = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY))
  return jpeg ? new File([jpeg], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' }) : file
}

/** The same for all that were chosen in a field: it holds the JPEG files from then on. */
export async function chooseAsJpeg({ currentTarget: field }: ChangeEvent<HTMLInputElement>) {
  const files = [...(field.files ?? [])]
  if (!files.some(isHeic)) return
  const chosen = new DataTransfer()
  for (const file of await Promise.all(files.map(asJpeg))) chosen.items.add(file)
  field.files = chosen.files
}
