import { type Words, words } from '#app/mail/letter'
import { env } from '#app/platform/env.server'
import { tourPicture } from './page-words.server'
import { plainFileOf } from './picture'

/** The tour's picture, above the words of a letter that is good news. */
export function tourPrint(): Words {
  const { wide } = tourPicture()
  return words`![${wide.alt}](${env.BASE_URL}${plainFileOf(wide)})`
}
