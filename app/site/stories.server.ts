import { testimonials } from '#db/schema'
import { editableList, slugOf, unusedSlug } from './editable-list.server'
import type { StoryWords } from './list-forms'

/**
 * The stories of travelers. Whose story it is stays out of the log: a traveler's name is personal (rules
 * 5.10).
 */
export const {
  all: travelerStories,
  open: openStory,
  add: addStory,
  change: changeStory,
  remove: removeStory,
  move: moveStory,
} = editableList({
  table: testimonials,
  wordsOf: ({ name, location, rating, review }): StoryWords => ({ name, location, rating, review }),
  givenOnce: ({ name }) => ({ slug: unusedSlug(testimonials, slugOf(name, 'story')) }),
  event: 'story',
  subject: ({ id }) => `story:${id}`,
})
