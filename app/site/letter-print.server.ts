import { type Words, words } from '#app/mail/letter'
import { env } from '#app/platform/env.server'
import { tourPicture } from './page-words.server'
import { plainFileOf } from './picture'

/** The tour's picture, above the words of a letter that is good news. */
export function tourPrint(): Words {
  const { wide } = tourPicture()
  return words`![${wide.alt}](${env.BASE_URL}${plainFileOf(wide)})`
}

/** The same, by the name that staff choose it by in a letter of theirs. */
export function tourPrintInGallery(): { address: string; alt: string } {
  const { wide } = tourPicture()
  const isPhoto = 'isUploaded' in wide && wide.isUploaded
  return { address: `/${isPhoto ? 'photos' : 'pictures'}/${wide.slug}`, alt: wide.alt }
}
