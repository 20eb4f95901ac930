import { expect, test } from 'vitest'
import { ExperienceForm, StoryForm } from '#app/site/list-forms'
import { experienceList, featuredExperiences, storyList } from '#app/site/lists.server'
import { contentVersion } from '#app/site/settings.server'
import { db } from '#db/connection.server'
import { adminUsers, auditLog } from '#db/schema/staff'
import { NOON } from '#tests/fixtures/orders'
import { AMINA } from './photos'

db.insert(adminUsers)
  .values({ ...AMINA, passwordHash: 'x', createdAt: NOON })
  .onConflictDoNothing()
  .run()

const EXPERIENCE = {
  title: 'Noon, and one tree!',
  description: 'Shade for everybody.',
  location: 'Serengeti',
  duration: '3 days',
  price: 'From $900',
  imageUrl: '/pictures/serengeti-noon',
  featured: true,
}
const STORY = {
  ...{ name: 'Loretta M.', location: 'Waco, Texas', rating: 4, review: 'I would go again.' },
  ...{ traveledOn: '2025-02-13', picture: '' },
}

/** The content version rises by a command, so that no guest is shown the page of before. */
function changesPages<T>(command: () => T): T {
  const before = contentVersion()
  const answer = command()
  expect(contentVersion()).toBeGreaterThan(before)
  return answer
}

const idOf = (saved: ReturnType<typeof experienceList.add>) => ('id' in saved ? saved.id : 0)
const acts = () =>
  db
    .select()
    .from(auditLog)
    .all()
    .map(({ action }) => action)

test('the home page shows the first four featured experiences', () => {
  const id = idOf(changesPages(() => experienceList.add(EXPERIENCE, AMINA, NOON)))
  expect(experienceList.all().at(-1)).toMatchObject({ id, slug: 'noon-and-one-tree', featured: 1 })
  expect(featuredExperiences().map((experience) => experience.id)).not.toContain(id)

  for (let place = experienceList.all().length; place > 4; place -= 1)
    changesPages(() => experienceList.move(id, 'up', AMINA, NOON))
  expect(featuredExperiences()[3]?.id).toBe(id)
  expect(featuredExperiences()).toHaveLength(4)

  changesPages(() => experienceList.change(id, { ...EXPERIENCE, featured: false }, AMINA, NOON))
  expect(featuredExperiences().map((experience) => experience.id)).not.toContain(id)

  expect(changesPages(() => experienceList.remove(id, AMINA, NOON))).toBe(true)
  expect(experienceList.remove(id, AMINA, NOON)).toBe(false)
  expect(experienceList.change(id, EXPERIENCE, AMINA, NOON)).toEqual({ refused: 'gone' })
  expect(acts()).toEqual(
    expect.arrayContaining([
      'experience-added',
      'experience-moved',
      'experience-changed',
      'experience-removed',
    ]),
  )
})

test('two experiences of one title have two addresses', () => {
  const ids = [1, 2].map(() => idOf(experienceList.add(EXPERIENCE, AMINA, NOON)))
  expect(
    experienceList
      .all()
      .slice(-2)
      .map(({ slug }) => slug),
  ).toEqual(['noon-and-one-tree', 'noon-and-one-tree-2'])
  for (const id of ids) experienceList.remove(id, AMINA, NOON)
})

test('a picture that does not exist is not taken', () => {
  const imageUrl = '/photos/never-uploaded'
  expect(experienceList.add({ ...EXPERIENCE, imageUrl }, AMINA, NOON)).toEqual({ refused: 'no-such-picture' })
})

test.each(['https://evil.example/x', '/pictures/../admin', 'javascript:alert(1)', '/pictures/a"onerror'])(
  'an address such as %s is no picture',
  (imageUrl) => {
    expect(ExperienceForm.safeParse({ ...EXPERIENCE, featured: 'on', imageUrl }).success).toBe(false)
  },
)

test('a story is told, changed, moved and taken back', () => {
  const added = changesPages(() => storyList.add(STORY, AMINA, NOON))
  if ('refused' in added) throw new Error(added.refused)
  const { id } = added
  expect(storyList.all().at(-1)).toMatchObject({ ...STORY, id, slug: 'loretta-m' })

  changesPages(() => storyList.move(id, 'up', AMINA, NOON))
  expect(storyList.all().at(-2)?.id).toBe(id)

  changesPages(() => storyList.change(id, { ...STORY, rating: 5 }, AMINA, NOON))
  expect(storyList.all().at(-2)?.rating).toBe(5)

  changesPages(() => storyList.remove(id, AMINA, NOON))
  expect(storyList.change(id, STORY, AMINA, NOON)).toEqual({ refused: 'gone' })
  expect(acts()).toEqual(expect.arrayContaining(['story-added', 'story-changed', 'story-removed']))
})

test.each(['0', '6', '4.5', ''])('%s is no rating', (rating) => {
  expect(StoryForm.safeParse({ ...STORY, rating }).error?.issues[0]?.message).toBe(
    'Please choose a rating from 1 to 5',
  )
})

test('spaces count as nothing, and direction marks are dropped', () => {
  expect(StoryForm.safeParse({ ...STORY, rating: '4', name: ' \t ' }).error?.issues[0]?.message).toBe(
    'Name is required',
  )
  expect(StoryForm.parse({ ...STORY, picture: undefined, rating: '4', name: 'Lo\u202eretta\nM.' }).name).toBe(
    'Loretta M.',
  )
})
