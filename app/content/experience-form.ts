import { z } from 'zod'
import { inWords } from '#app/numbers'
import { line, pictureAddress } from './text-parts'

/** How many of those that are featured the home page shows (spec §9). */
export const FEATURED_AT_MOST = 4
/** 'the first four' of them. */
export const FEATURED_FIRST = `the first ${inWords(FEATURED_AT_MOST)}`

/** What staff write of an experience (spec §3). `imageUrl` is the address of one of the site's pictures. */
export const ExperienceForm = z.object({
  title: line({ label: 'Title', missing: 'Title is required', atMost: 80 }),
  description: line({ label: 'Description', missing: 'Description is required', atMost: 300 }),
  location: line({ label: 'Location', missing: 'Location is required', atMost: 60 }),
  duration: line({ label: 'Duration', missing: 'Duration is required', atMost: 40 }),
  price: line({ label: 'Price', missing: 'Price is required', atMost: 40 }),
  imageUrl: pictureAddress(),
  featured: z
    .literal('on')
    .optional()
    .transform((ticked) => ticked === 'on'),
})

export type ExperienceWords = z.output<typeof ExperienceForm>
