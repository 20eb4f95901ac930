import { type JourneyPage, LEGAL_PAGES, type LegalPage, type WordedPage } from '#db/values'
import { STORY_FILM_WORDS } from './films'
import { FIRST_PRIVACY, FIRST_TERMS, LEGAL_FACTS } from './legal-texts'

/** One field of a page: `start` is what it says until staff change it. A film that is not chosen is empty. */
export type PageField = {
  label: string
  start: string
  /** An article is Markdown, a whole page long. */
  kind: 'line' | 'text' | 'article' | 'picture' | 'film'
  atMost: number
  mayBeEmpty?: true
  /** The fields that must be filled where this one is. */
  needs?: string[]
  hint?: string
}

type Fields = Record<string, PageField>
type Page = {
  name: string
  path: string
  /** What the form is made of, panel by panel. */
  groups: { title: string; hint?: string; fields: Fields }[]
}

const line = (label: string, start: string, atMost = 80): PageField => ({
  label,
  start,
  kind: 'line',
  atMost,
})
const text = (label: string, start: string, atMost = 400): PageField => ({
  label,
  start,
  kind: 'text',
  atMost,
})
const picture = (label: string, start: string): PageField => ({ label, start, kind: 'picture', atMost: 200 })

/** The first picture of a page. */
const hero = (label: string, start: string): PageField => ({
  ...picture(label, start),
  hint: 'Words stand on its left half, and on phones on its upper third: choose one with faces elsewhere.',
})

const optionalPicture = (label: string): PageField => ({ ...picture(label, ''), mayBeEmpty: true })

/** The most points that a list of a page may have. */
const POINTS_AT_MOST = 6
const PLACES = Array.from({ length: POINTS_AT_MOST }, (_, index) => index + 1)
const EMPTY_POINT_HINT = 'A point that is left empty is not shown.'

type Point = { title: string; text: string }

const POINT = {
  title: (label: string, start: string) => line(`${label}: heading`, start),
  text: (label: string, start: string) => text(`${label}: text`, start),
}

/** Six places for points, in order; those that are not filled are left out of the page. */
const points = (name: string, label: string, starts: Point[], parts = POINT): Fields =>
  Object.fromEntries(
    PLACES.flatMap((place) => {
      const [title, said] = [`${name}${place}Title`, `${name}${place}Text`]
      const start = starts[place - 1] ?? { title: '', text: '' }
      return [
        [title, { ...parts.title(`${label} ${place}`, start.title), mayBeEmpty: true, needs: [said] }],
        [said, { ...parts.text(`${label} ${place}`, start.text), mayBeEmpty: true, needs: [title] }],
      ]
    }),
  )

/** The claims of the home page: each a figure and what it counts. */
const CLAIM = {
  title: (label: string, start: string) => line(`${label}: figure`, start, 12),
  text: (label: string, start: string) => line(`${label}: what it counts`, start, 40),
}

/** Characters of a page that the law expects. */
const ARTICLE_AT_MOST = 40_000

/** What is said on a page for the hours of the promise to reply (reply-promise.ts). */
export const REPLY_FACT = '{reply time}'

/** One of the two places for films on the page of a journey. */
const filmPlace = (name: string, label: string): Fields => ({
  [name]: {
    ...{ label, start: '', kind: 'film', atMost: 40, mayBeEmpty: true },
    needs: [`${name}Title`, `${name}Words`, 'filmsTitle'],
  },
  [`${name}Title`]: { ...line(`${label}: heading`, ''), mayBeEmpty: true },
  [`${name}Words`]: { ...text(`${label}: in a sentence`, '', 200), mayBeEmpty: true },
})

const FACTS = Object.entries(LEGAL_FACTS).map(([fact, meaning]) => `{${fact}}: ${meaning}`)

/** A page that the law expects. Its versions are kept: each booking knows which ones its guest agreed to. */
const legal = (page: LegalPage, name: string, start: string): Page => ({
  name,
  path: `/${page}`,
  groups: [
    {
      title: name,
      hint: `A first text, made from what this site does: have a lawyer read it, then save it. Markdown. Bookings keep the version that was agreed to. Replaced by what the site does are ${FACTS.join('; ')}.`,
      fields: { text: { label: 'Text', start, kind: 'article', atMost: ARTICLE_AT_MOST } },
    },
  ],
})

export const PAGES: Record<Exclude<WordedPage, JourneyPage> | 'tour', Page> = {
  home: {
    name: 'Home: first picture, claims and Our Story',
    path: '/',
    groups: [
      {
        title: 'First screen',
        hint: 'Its heading and introduction are under Company.',
        fields: { picture: hero('First picture', '/pictures/hero-amboseli') },
      },
      {
        title: 'Claims',
        hint: 'Shown below the first screen. A claim that is left empty is not shown.',
        fields: points(
          'claim',
          'Claim',
          [
            { title: '500+', text: 'unique experiences' },
            { title: '25+', text: 'African countries' },
            { title: '10,000+', text: 'happy travelers' },
            { title: '20+', text: 'years of experience' },
          ],
          CLAIM,
        ),
      },
      {
        title: 'Our Story',
        hint: 'Its text is under Company. The film opens at “Watch Our Story”.',
        fields: {
          storyPicture: picture('Picture of Our Story', '/pictures/story-rift'),
          storyFilm: { label: 'Film', start: 'story', kind: 'film', atMost: 40 },
          storyFilmWords: text('Film: in a sentence', STORY_FILM_WORDS, 300),
        },
      },
    ],
  },
  'twende-home': {
    name: 'Twende Home',
    path: '/twende-home',
    groups: [
      {
        title: 'First screen',
        fields: {
          title: line('Heading', 'Let us go home, and bring your people'),
          lead: text(
            'Introduction',
            'Twende means let us go. Our ambassadors are Kenyans abroad who bring their own community to see where they come from.',
            300,
          ),
          picture: hero('Picture', '/pictures/twende-home'),
        },
      },
      {
        title: 'Why people do it',
        hint: EMPTY_POINT_HINT,
        fields: {
          reasonsTitle: line('Heading of the reasons', 'Why become an ambassador'),
          ...points('reason', 'Reason', [
            {
              title: 'You know the way in',
              text: 'No brochure can open your aunt’s kitchen in Kericho or the choir you grew up in. You can. We plan the journey around the doors that only you can knock on.',
            },
            {
              title: 'You gather, we carry',
              text: 'You bring eight or eighty people you know. Flights within Kenya, rooms, guides, park gates, payments and the phone at two in the morning are ours.',
            },
            {
              title: 'You travel as the host',
              text: 'On the road the group is yours and so is the story. One of our guides is at your side the whole way, and lets you do the talking.',
            },
          ]),
        },
      },
      {
        title: 'What it changes',
        hint: EMPTY_POINT_HINT,
        fields: {
          differencesTitle: line('Heading of the differences', 'How the program makes a difference'),
          differencesPicture: picture('Picture below it', '/pictures/kericho-tea'),
          ...points('difference', 'Difference', [
            {
              title: 'For the place you come from',
              text: 'Groups sleep, eat and shop where you say. Money lands with people you can name, not with a chain.',
            },
            {
              title: 'For those who have never been',
              text: 'Neighbors and coworkers see a country, not a postcard: a school at assembly, a tea auction, a wedding.',
            },
            {
              title: 'For children far from home',
              text: 'They have heard Swahili on the phone. Now they hear it shouted across a football field, and answer.',
            },
          ]),
        },
      },
      {
        title: 'The end of the page',
        fields: {
          closingTitle: line('Closing heading', 'It begins with a conversation'),
          closingText: {
            ...text(
              'Closing text',
              `Tell us who you would bring and where home is. There is nothing to sign and nothing to sell: a person calls you back ${REPLY_FACT}.`,
            ),
            hint: `${REPLY_FACT} is replaced by the time within which you reply.`,
          },
          applyTitle: line('Heading of the application form', 'Tell us who you would bring'),
        },
      },
    ],
  },
  contact: {
    name: 'Why travel with us',
    path: '/contact',
    groups: [
      {
        title: 'Why travel with us',
        hint: EMPTY_POINT_HINT,
        fields: {
          reasonsTitle: line('Heading', 'Why travel with us'),
          ...points('reason', 'Reason', [
            {
              title: 'One guide, the whole way',
              text: 'The person who meets you at the airport is the person at your last campfire.',
            },
            {
              title: 'Kenya and Tanzania first',
              text: 'We have traveled far across Africa, and these two are home. We never send you anywhere we have not slept ourselves.',
            },
            {
              title: 'Small groups',
              text: 'Everyone has a window, everyone has a name, and nobody waits for a bus.',
            },
            {
              title: 'Plain prices',
              text: 'What is included is written down before you pay, and so is what is not.',
            },
          ]),
        },
      },
    ],
  },
  tour: {
    name: 'Journey: pictures and films',
    path: '',
    groups: [
      {
        title: 'First screen',
        hint: 'Until one is chosen, it is the picture that our home page was made with.',
        fields: { picture: { ...hero('Picture', ''), mayBeEmpty: true } },
      },
      {
        title: 'The band and the rooms',
        hint: 'A band or a room without a picture is told in words. Pictures of the lodges are under Lodges.',
        fields: {
          bandPicture: optionalPicture('Picture of the band'),
          doublePicture: optionalPicture('Double room'),
          singlePicture: optionalPicture('Single room'),
        },
      },
      {
        title: 'Trip book',
        fields: {
          tripCover: {
            ...optionalPicture('Cover'),
            hint: 'Its title stands on its upper half: choose a wide picture, and no portrait. Without one it is the first picture of the tour.',
          },
        },
      },
      {
        title: 'Films',
        hint: 'A place without a film is left out. With no film at all, so is this part of the page.',
        fields: {
          filmsTitle: { ...line('Heading', ''), mayBeEmpty: true },
          ...filmPlace('firstFilm', 'First film'),
          ...filmPlace('secondFilm', 'Second film'),
        },
      },
    ],
  },
  terms: legal('terms', 'Terms', FIRST_TERMS),
  privacy: legal('privacy', 'Privacy', FIRST_PRIVACY),
}

export const isLegalPage = (name: string): name is LegalPage => LEGAL_PAGES.some((page) => page === name)

export const isWordedPage = (name: unknown): name is WordedPage =>
  typeof name === 'string' && Object.hasOwn(PAGES, kindOf(name))

/** The journeys' pages have the same fields. */
const kindOf = (page: string) => page.replace(/^tour-\d{1,15}$/, 'tour') as keyof typeof PAGES

export const pageCalled = (page: WordedPage): Page => PAGES[kindOf(page)]

export const fieldsOfPage = (page: WordedPage): Fields =>
  Object.assign({}, ...pageCalled(page).groups.map(({ fields }) => fields))

/** What a page says as it was made, before staff changed anything. */
export const firstWords = (page: WordedPage): Record<string, string> =>
  Object.fromEntries(Object.entries(fieldsOfPage(page)).map(([name, { start }]) => [name, start]))

/** The points of a list that are filled, in order. */
export const pointsIn = (words: Record<string, string>, name: string): Point[] =>
  PLACES.map((place) => ({
    title: words[`${name}${place}Title`] ?? '',
    text: words[`${name}${place}Text`] ?? '',
  })).filter(({ title }) => title !== '')
