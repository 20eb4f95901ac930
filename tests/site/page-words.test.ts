import { expect, test } from 'vitest'
import { fieldsOfPage, firstWords, PAGES, pointsIn } from '#app/site/page-words'
import {
  firstPicture,
  homeWords,
  savePageWords,
  tourFilms,
  tourPicture,
  tourPictures,
  versionOfPage,
  wordsOf,
} from '#app/site/page-words.server'
import { pageWordsForm } from '#app/site/page-words-form'
import { sharedWithFirst } from '#app/site/picture'
import { contentVersion } from '#app/site/settings.server'
import { TourWordsForm } from '#app/tours/tour-forms'
import { sitemapPages } from '#app/views/crawlers.server'
import { historyBy } from '#app/views/history.server'
import { FIRST_JOURNEY, FIRST_JOURNEY_WORDS } from '#db/seed/tour'
import type { WordedPage } from '#db/values'
import { NOON } from '#tests/fixtures/orders'
import { somebody } from '#tests/staff/staff'

const NAMES = Object.keys(PAGES) as WordedPage[]

/** What the form makes of the page's words with these changes, as a browser would send them. */
function typed(page: WordedPage, changes: Record<string, string> = {}) {
  const sent = Object.entries({ ...wordsOf(page), ...changes }).filter(([, words]) => words !== '')
  const parsed = pageWordsForm(page).safeParse(Object.fromEntries(sent))
  if (!parsed.success) return { wrong: parsed.error.issues.map(({ message }) => message) }
  const { version: _, ...words } = parsed.data as Record<string, string>
  return { words }
}

const words = (page: WordedPage, changes: Record<string, string> = {}) => typed(page, changes).words ?? {}

test.each(NAMES)('the form of %s takes what the page says at first', (page) => {
  expect(typed(page)).toEqual({ words: firstWords(page) })
  const labels = Object.values(fieldsOfPage(page)).map(({ label }) => label)
  expect(new Set(labels).size).toBe(labels.length)
})

test('a page says at once what staff saved, and the audit log says what', async () => {
  const staff = await somebody()
  const before = contentVersion()
  const entry = words('twende-home', { title: '<b>Karibu</b>', reason3Title: '', reason3Text: '' })
  savePageWords('twende-home', entry, versionOfPage('twende-home'), staff, NOON)
  expect(wordsOf('twende-home').title).toBe('<b>Karibu</b>')
  expect(pointsIn(wordsOf('twende-home'), 'reason').map(({ title }) => title)).toEqual([
    'You know the way in',
    'You gather, we carry',
  ])
  expect(contentVersion()).toBeGreaterThan(before)
  expect(historyBy(staff.id, { from: 'start' }).acts).toMatchObject([
    {
      did: 'changed the words of',
      name: 'Twende Home',
      to: '/admin/settings/pages/twende-home',
      detail: 'Heading, Reason 3: heading, Reason 3: text',
    },
  ])
  expect(sitemapPages().find(({ path }) => path === '/twende-home')).toMatchObject({ changedAt: NOON })
  // The same form sent twice is saved once.
  expect(savePageWords('twende-home', entry, undefined, staff, NOON)).toEqual({ changed: [] })
})

test('the second of two editors of a page is told what is stored', async () => {
  const staff = await somebody()
  const opened = versionOfPage('contact')
  const [theirs, mine] = [
    words('contact', { reasonsTitle: 'Theirs' }),
    words('contact', { reasonsTitle: 'Mine' }),
  ]
  savePageWords('contact', theirs, opened, staff, NOON)
  expect(savePageWords('contact', mine, opened, staff, NOON)).toMatchObject({
    refused: 'changed-since',
    stored: { reasonsTitle: 'Theirs' },
  })
  expect(wordsOf('contact').reasonsTitle).toBe('Theirs')
})

test('a point needs its heading and its text, and a film its words', () => {
  expect(typed('contact', { reason5Title: 'Good coffee' }).wrong).toEqual(['Reason 5: text is required'])
  expect(typed('contact', { reason1Title: '' }).wrong).toEqual(['Reason 1: heading is required'])
  expect(typed('contact', { reason1Text: 'x'.repeat(401) }).wrong).toEqual([
    'Reason 1: text can be at most 400 characters',
  ])
  expect(typed('tour-1', { firstFilmTitle: '' }).wrong).toEqual(['First film: heading is required'])
  expect(typed('tour-1', { firstFilm: '', firstFilmTitle: '', firstFilmWords: '' }).wrong).toBeUndefined()
  expect(typed('tour-1', { filmsTitle: '' }).wrong).toEqual(['Heading is required'])
  expect(typed('tour-1', { firstFilm: '../../etc' }).wrong).toEqual(['Please choose a film'])
})

test('the films of the tour stand where staff placed them, or nowhere', async () => {
  const staff = await somebody()
  expect(tourFilms({ tourId: 1 }).placed.map(({ slug }) => slug)).toEqual(['herd', 'night-stage'])
  savePageWords('tour-1', words('tour-1', { firstFilm: 'story', secondFilm: '' }), undefined, staff, NOON)
  expect(tourFilms({ tourId: 1 }).placed).toMatchObject([{ slug: 'story', title: 'The herd at first light' }])
  savePageWords('tour-1', words('tour-1', { firstFilm: '' }), undefined, staff, NOON)
  expect(tourFilms({ tourId: 1 }).placed).toEqual([])
})

test('the first picture is one of the site’s pictures', async () => {
  const staff = await somebody()
  const gone = words('tour-1', { picture: '/photos/nobody' })
  expect(savePageWords('tour-1', gone, undefined, staff, NOON)).toEqual({
    refused: 'no-such-picture',
    field: 'picture',
  })
  const picture = () => firstPicture('tour-1', 'hero-amboseli')
  expect(picture()).toMatchObject({ wide: { slug: 'tour-stage' }, portraitPosition: '80%' })
  savePageWords('tour-1', words('tour-1', { picture: '/pictures/lion-kopje' }), undefined, staff, NOON)
  expect(picture()).toMatchObject({ wide: { slug: 'lion-kopje' }, portraitPosition: '53%' })
})

test('a journey without pictures shows one of no place, and is shared with that', async () => {
  const own = words('tour-1', { picture: '/pictures/tour-stage' })
  savePageWords('tour-1', own, undefined, await somebody(), NOON)
  expect(sharedWithFirst(tourPicture({ tourId: 1 }))).toMatchObject({ file: '/pictures/og-tour.jpg' })
  const unpictured = tourPicture({ tourId: 2 })
  expect(unpictured).toMatchObject({ wide: { slug: 'camp-milky-way' }, isChosen: true })
  const { file, alt } = sharedWithFirst(unpictured)
  expect(file).toBe('/pictures/camp-milky-way-1600.jpg')
  expect(alt).not.toMatch(/kilimanjaro|amboseli|mara|kenya/i)
  expect([tourPictures({ tourId: 2 }).band, tourFilms({ tourId: 2 }).placed]).toEqual([null, []])
})

test('the claims of home are a list, at first the announced ones, without those left empty', async () => {
  const staff = await somebody()
  expect(homeWords().claims).toEqual([
    { title: '500+', text: 'unique experiences' },
    { title: '25+', text: 'African countries' },
    { title: '10,000+', text: 'happy travelers' },
    { title: '20+', text: 'years of experience' },
  ])
  const empty = { claim2Title: '', claim2Text: '' }
  savePageWords(
    'home',
    words('home', { ...empty, claim5Title: '6', claim5Text: 'lodges' }),
    undefined,
    staff,
    NOON,
  )
  expect(homeWords().claims.map(({ text }) => text)).toEqual([
    'unique experiences',
    'happy travelers',
    'years of experience',
    'lodges',
  ])
  const half = { ...firstWords('home'), claim5Title: '6', claim5Text: '' }
  expect(pageWordsForm('home').safeParse(half).error?.issues[0]?.path).toEqual(['claim5Text'])
})

test('home shows the pictures and the film that staff chose', async () => {
  const staff = await somebody()
  const save = (changes: Record<string, string>) =>
    savePageWords('home', words('home', changes), undefined, staff, NOON)
  expect(homeWords()).toMatchObject({
    hero: { wide: { slug: 'hero-amboseli' }, tall: { slug: 'hero-amboseli-tall' } },
    story: { slug: 'story-rift' },
    film: { slug: 'story', name: 'The story film', words: expect.stringContaining('without sound') },
  })
  expect(sharedWithFirst(homeWords().hero)).toMatchObject({ file: '/pictures/og-home.jpg' })

  const chosen = { picture: '/pictures/lion-kopje', storyPicture: '/pictures/kericho-tea' }
  save({ ...chosen, storyFilm: 'herd', storyFilmWords: 'Elephants at first light.' })
  const { hero, story, film } = homeWords()
  expect(hero).toMatchObject({
    wide: { slug: 'lion-kopje' },
    portraitPosition: '53%',
  })
  expect(sharedWithFirst(hero)).toMatchObject({
    file: '/pictures/lion-kopje-1600.jpg',
    alt: hero.wide.alt,
  })
  expect(hero).not.toHaveProperty('tall')
  expect(story.slug).toBe('kericho-tea')
  expect(film).toEqual({
    slug: 'herd',
    name: 'The herd at first light',
    words: 'Elephants at first light.',
  })
  expect(sitemapPages().find(({ path }) => path === '/')).toMatchObject({ changedAt: NOON })
  expect(typed('home', { storyFilm: '' }).wrong).toEqual(['Please choose a film'])
  expect(save({ storyPicture: '/photos/nobody' })).toEqual({
    refused: 'no-such-picture',
    field: 'storyPicture',
  })
})

test('the introduction of the tour keeps its paragraphs when it is saved', () => {
  const first = { name: FIRST_JOURNEY.name, ...FIRST_JOURNEY_WORDS }
  expect(first.introText).toContain('\n\n')
  expect(TourWordsForm.parse({ ...first, version: '1' })).toEqual({ ...first, version: 1 })
})
