import { type Words, words } from '#app/mail/letter'
import { env } from '#app/platform/env.server'
import { tourPicture } from './page-words.server'
import { plainFileOf } from './picture'

/** A journey's picture, above the words of a letter that is good news. */
export function tourPrint(of: { tourId: number }): Words {
  const { wide } = tourPicture(of)
  return words`![${wide.alt}](${env.BASE_URL}${plainFileOf(wide)})`
}

/** The same, by the name that staff choose it by in a letter of theirs. */
export function tourPrintInGallery(of: { tourId: number }): { address: string; alt: string } {
  const { wide } = tourPicture(of)
  const isPhoto = 'isUploaded' in wide && wide.isUploaded
  return { address: `/${isPhoto ? 'photos' : 'pictures'}/${wide.slug}`, alt: wide.alt }
}
