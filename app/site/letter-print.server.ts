import { type Words, words } from '#app/mail/letter'
import { env } from '#app/platform/env.server'
import { homeWords, tourPicture } from './page-words.server'
import { type PictureFiles, plainFileOf } from './picture'

/** A journey's picture, above the words of a letter that is good news. */
export const tourPrint = (of: { tourId: number }): Words => print(tourPicture(of).wide)

/** The home page's first picture, above the words to someone who has no journey yet. */
export const homePrint = (): Words => print(homeWords().hero.wide)

const print = (picture: PictureFiles): Words =>
  words`![${picture.alt}](${env.BASE_URL}${plainFileOf(picture)})`

/** The same, by the name that staff choose it by in a letter of theirs. */
export function tourPrintInGallery(of: { tourId: number }): { address: string; alt: string } {
  const { wide } = tourPicture(of)
  const isPhoto = 'isUploaded' in wide && wide.isUploaded
  return { address: `/${isPhoto ? 'photos' : 'pictures'}/${wide.slug}`, alt: wide.alt }
}
