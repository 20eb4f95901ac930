import { fields, ofEach, required } from '#app/platform/typed/fields'
import { type RowWords, rowFormOf } from '#app/platform/typed/form-schema'
import { emptyableText, webAddress } from '#app/platform/typed/text'
import { optionalPicture } from '#app/site/list-forms'

const line = (label: string, atMost: number, hint: string) => ({
  ...{ label, atMost, hint },
  schema: emptyableText({ label, atMost }),
})

const picture = (label: string) => ({
  ...{ label, kind: 'picture' as const, none: 'No picture', group: 'Pictures', wide: true as const },
  schema: optionalPicture(),
})

/** In the order in which guests see them. */
const LODGE_PICTURES = {
  picture1: {
    ...picture('First picture'),
    hint: 'Upload several at once, and they fill the empty places that follow.',
  },
  picture2: picture('Second picture'),
  picture3: picture('Third picture'),
  picture4: picture('Fourth picture'),
  picture5: picture('Fifth picture'),
  picture6: picture('Sixth picture'),
}

/** What staff write of a place where travelers sleep. */
export const LODGE = fields()({
  name: {
    ...required('Name', 80),
    hint: 'Days that name it show what you write here. A new name follows to them.',
  },
  place: { ...required('Place', 60), isListed: true },
  // One row: lines that grow, since half the form or a phone is too narrow for them.
  room: { ...line('Room', 120, 'As travelers read it: Tent of 400 sq ft, king or two double beds'), rows: 1 },
  bath: { ...line('Bath', 120, 'Own bathroom, bucket shower at sundown'), rows: 1 },
  fact: {
    ...line('One thing more', 160, 'What they will tell at home, in a sentence.'),
    rows: 1,
    wide: true,
  },
  link: {
    label: 'Its own site',
    kind: 'url',
    atMost: 200,
    wide: true,
    schema: webAddress('Its own site', 200).transform((address) => address ?? ''),
  },
  ...LODGE_PICTURES,
})

export const LodgeForm = rowFormOf(LODGE)

export type LodgeWords = RowWords<typeof LodgeForm>

type Pictures = Record<keyof typeof LODGE_PICTURES, string>

/** The addresses of a lodge's pictures in their places of the form, and back. */
export const placedPictures = (pictures: readonly string[]): Pictures => {
  const names = Object.keys(LODGE_PICTURES)
  return ofEach(LODGE_PICTURES, (name) => pictures[names.indexOf(name)] ?? '')
}

export const picturesIn = (words: Pictures): string[] =>
  [...new Set(Object.values(ofEach(LODGE_PICTURES, (name) => words[name])))].filter(Boolean)
