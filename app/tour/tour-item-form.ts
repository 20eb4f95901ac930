import { z } from 'zod'
import { openedVersion } from '#app/lists/opened-version'
import { typedText } from '#app/typed/text'
import type { TOUR_ITEM_KINDS } from '#db/schema'

type Kind = (typeof TOUR_ITEM_KINDS)[number]

/** What staff call each list of the journey's page, and what one thing of it consists of. */
export const TOUR_LISTS: Record<Kind, { name: string; one: string; title: string | null; text: string }> = {
  inclusion: { name: 'What is included', one: 'inclusion', title: null, text: 'What is included' },
  question: { name: 'Questions and answers', one: 'question', title: 'Question', text: 'Answer' },
  player: { name: 'The band', one: 'player', title: 'Instrument', text: 'In a sentence' },
}

export const isTourList = (name: unknown): name is Kind =>
  typeof name === 'string' && Object.hasOwn(TOUR_LISTS, name)

/** The longest that each text may be, in characters; and how many things a list holds. */
export const TOUR_ITEM_LIMITS = { title: 120, text: 600 } as const
export const TOUR_ITEMS_AT_MOST = 30

/** One thing of a list. */
export const tourItemForm = (kind: Kind) =>
  z.object({
    title: titleOf(TOUR_LISTS[kind].title),
    text: typedText({ label: TOUR_LISTS[kind].text, atMost: TOUR_ITEM_LIMITS.text }),
    version: openedVersion(),
  })

/** Empty in a list whose things have none. */
const titleOf = (label: string | null): z.ZodType<string, string | undefined> =>
  label === null
    ? z
        .string()
        .optional()
        .transform(() => '')
    : typedText({ label, atMost: TOUR_ITEM_LIMITS.title })

export type TourItemWords = { title: string; text: string }
