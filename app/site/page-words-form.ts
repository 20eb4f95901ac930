import { z } from 'zod'
import { openedVersion, optionalText, typedText } from '#app/platform/typed/text'
import { mayBeFilm } from './films'
import { pictureAddress } from './list-forms'
import { fieldsOfPage, PAGES, type PageField } from './page-words'
import type { WordedPage } from './site-pages'

export type PageWords = Record<string, string>

/**
 * The form of one page: all its fields, and the version that was opened. What is text here is never markup.
 */
export function pageWordsForm(page: WordedPage) {
  const fields = fieldsOfPage(page)
  const { pairs, films } = PAGES[page]
  const typed = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, schemaOf(field)] as const),
  )
  return z.object({ ...typed, version: openedVersion() }).superRefine((words: PageWords, context) => {
    const miss = (field: string) =>
      context.addIssue({ code: 'custom', path: [field], message: `${fields[field]?.label} is required` })
    for (const [one, other] of pairs) {
      if (words[one] && !words[other]) miss(other)
      if (words[other] && !words[one]) miss(one)
    }
    for (const { film, words: needed } of films)
      if (words[film]) for (const field of needed) if (!words[field]) miss(field)
  })
}

/** An optional text that is empty is kept as empty, so that the place stays empty. */
function schemaOf({ kind, label, atMost, mayBeEmpty }: PageField): z.ZodType<string> {
  if (kind === 'picture') return pictureAddress()
  if (kind === 'film')
    return z
      .string()
      .optional()
      .transform((slug = '') => slug)
      .refine((slug) => (mayBeEmpty && slug === '') || mayBeFilm(slug), { error: 'Please choose a film' })
  if (mayBeEmpty) return optionalText({ label, atMost }).transform((text = '') => text)
  return typedText({ label, atMost })
}
