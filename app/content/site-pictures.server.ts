import { hungPictures, photograph } from '#app/content/gallery/gallery.server'
import { painted, paintedAt, paintedWhole } from '#app/content/gallery/painted.server'
import { PICTURES } from './pictures'

/** The picture at an address that staff chose, painted or their own; null where there is none (any more). */
export const pictureAt = (address: string) =>
  address.startsWith('/photos/') ? photograph(address.slice('/photos/'.length)) : paintedAt(address)

/** Every picture that a card can show: the company's own photographs first, then the painted ones. */
export const picturesToChoose = () => [
  ...hungPictures()
    .filter(({ isUploaded }) => isUploaded)
    .map((picture) => ({ address: `/photos/${picture.slug}`, title: picture.title, picture })),
  ...paintedWhole().map((slug) => ({
    address: `/pictures/${slug}`,
    title: PICTURES[slug].title,
    picture: painted(slug),
  })),
]
