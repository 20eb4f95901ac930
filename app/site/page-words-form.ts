import { z } from 'zod'
import { paragraphs } from '#app/platform/typed/clean'
import { emptyableText, openedVersion, typedText } from '#app/platform/typed/text'
import type { WordedPage } from '#db/values'
import { mayBeFilm } from './films'
import { optionalPicture, pictureAddress } from './list-forms'
import { fieldsOfPage, type PageField } from './page-words'

export type PageWords = Record<string, string>

/** The form of one page: its fields, and the version that was opened. Text is never markup. */
export function pageWordsForm(page: WordedPage) {
  const fields = fieldsOfPage(page)
  const typed = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, schemaOf(field)] as const),
  )
  return z.object({ ...typed, version: openedVersion() }).superRefine((words: PageWords, context) => {
    const needed = Object.entries(fields).flatMap(([name, { needs = [] }]) => (words[name] ? needs : []))
    for (const name of new Set(needed))
      if (!words[name]) {
        const message = `${fields[name]?.label} is required`
        context.addIssue({ code: 'custom', path: [name], message })
      }
  })
}

/** An optional text that is empty is kept as empty, so that the place stays empty. */
function schemaOf({ kind, label, atMost, mayBeEmpty }: PageField): z.ZodType<string> {
  if (kind === 'picture') return mayBeEmpty ? optionalPicture() : pictureAddress()
  if (kind === 'film')
    return z
      .string()
      .optional()
      .transform((slug = '') => slug)
      .refine((slug) => (mayBeEmpty && slug === '') || mayBeFilm(slug), { error: 'Please choose a film' })
  if (mayBeEmpty) return emptyableText({ label, atMost })
  return typedText({ label, atMost, ...(kind === 'article' && { clean: paragraphs }) })
}
