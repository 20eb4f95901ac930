import { randomUUID } from 'node:crypto'
import type { Token } from 'markdown-it'
import { travelerAddress } from '#app/bookings/party.server'
import { questions, signedBy } from '#app/bookings/traveler-letters.server'
import { type Letter, letterAsHtml, lines, type Words, words } from '#app/mail/letter'
import { bodyAsHtml, bodyAsText, escaped, isOurPicture, readStaffs } from '#app/mail/markdown.server'
import { postTo } from '#app/mail/outbox.server'
import { LETTER_LIMITS } from '#app/people/people-forms'
import { unsubscribeAddress } from '#app/people/people-letters.server'
import { showDay, showDays } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { DEAD_TOKEN } from '#app/platform/keys.server'
import { BRAND } from '#app/platform/words'
import { pictureAt } from '#app/site/gallery.server'
import { plainFileOf } from '#app/site/picture'
import { siteSettings } from '#app/site/settings.server'
import type { Actor } from '#app/staff/audit-log.server'
import {
  type BroadcastText,
  PLACEHOLDERS,
  type Placeholder,
  placeholdersFor,
} from '#app/tours/broadcast-form'
import { type Broadcast, departureFor, recordBroadcast } from '#app/tours/broadcasts.server'
import type { Departure } from '#app/tours/departures.server'
import { daysOf } from '#app/tours/tour-lists.server'
import { immediately } from '#db/connection.server'
import type { Recipient } from './letter-recipients.server'

const LINK_WORDS = {
  'trip book': 'your trip book',
  details: 'your details',
  review: 'Write your review',
} as const
type LinkName = keyof typeof LINK_WORDS

const isLink = (name: string | undefined): name is LinkName => Object.hasOwn(LINK_WORDS, name ?? '')

type Written = Pick<BroadcastText, 'subject' | 'body' | 'audience'>

/** Why a broadcast may not leave as it is, in a sentence; null where it may. */
export function whyWaits({ subject, body, audience }: Written): string | null {
  const known = placeholdersFor(audience)
  const inSubject = placeholdersIn(subject).find((one) => isLink(nameIn(one, known)))
  if (inSubject) return `${inSubject} is a link, and a subject cannot have one.`
  const unknown = placeholdersIn(`${subject}\n${body}`).find((one) => !nameIn(one, known))
  if (unknown) {
    const listed = known.map((name) => `{{${name}}}`).join(', ')
    return `${unknown} is not filled in: it would be sent exactly like this. What is filled in: ${listed}.`
  }
  if (isTooLarge({ body })) return TOO_LARGE
  return hasStrangePicture(readStaffs(withPictures(body))) ? NO_PICTURES : null
}

/** All that stands in double braces. */
const placeholdersIn = (text: string): string[] => text.match(/\{\{[^{}]{0,60}\}\}/g) ?? []

const NO_PICTURES =
  'A letter can have pictures of the gallery alone: of this one, readers would only see its description. Please choose another picture, or link to it.'

/** Also one that is written wrongly, which would come as its marks. */
const hasStrangePicture = (tokens: Token[]): boolean =>
  tokens.some(
    (token) =>
      (token.type === 'image' && !isOurPicture(token)) ||
      (token.type === 'text' && /!\[|<img\b/i.test(token.content)) ||
      hasStrangePicture(token.children ?? []),
  )

/** A picture of ours is called '/photos/mara-at-dawn', and comes from its file. */
const withPictures = (body: string): string =>
  body.replace(/\]\((\/(?:photos|pictures)\/[\w-]+)\)/g, (whole, address: string) => {
    const picture = pictureAt(address)
    return picture ? `](${env.BASE_URL}${plainFileOf(picture)})` : whole
  })

/**
 * Of the HTML, in characters: a few thousand of a table's marks would become megabytes, for each reader. Mail
 * programs cut letters off far below it.
 */
const HTML_AT_MOST = 300_000

export const isTooLarge = ({ body }: { body: string }): boolean => bodyAsHtml(body).length > HTML_AT_MOST

export const TOO_LARGE =
  'Once formatted, this letter is too large to email. Please shorten its tables or lists.'

/** The placeholder that is meant: '{{firstName}}' and '{{ First name }}' are the same. */
const nameIn = (typed: string, known: Placeholder[]): Placeholder | undefined =>
  known.find((name) => bare(name) === bare(typed.slice(2, -2)))

const knownOn = (journey: Journey | null) => placeholdersFor({ who: journey ? 'all' : 'subscribers' })

const bare = (name: string): string => name.replace(/\s/g, '').toLowerCase()

/**
 * What no person types, in the place of a placeholder while the letter is laid out: so that a name is never
 * read as Markdown, and one layout serves all readers.
 */
const mark = (name: Placeholder): string => `\uE000${Object.keys(PLACEHOLDERS).indexOf(name)}\uE001`
/** The same of the token in a link, where such characters would be escaped. */
const TOKEN = 'aReadersOwnToken'

type Traveler = Pick<Recipient, 'firstName' | 'isLead' | 'reference' | 'linkToken'> & {
  readToken: string | null
}
/** `wayOut`: where this subscriber leaves the list. */
type Subscriber = { firstName: string | null; wayOut: string }
export type Reader = Traveler | Subscriber
type Journey = Pick<Departure, 'id' | 'name' | 'startsOn' | 'endsOn'>

/**
 * A broadcast, laid out once, as each of its readers gets it. `journey` is null where they are subscribers:
 * then it ends with the way out of the list, and else with who to ask.
 */
export function layOut(
  { subject, body, isUrgent }: Pick<Broadcast, 'subject' | 'body' | 'isUrgent'>,
  journey: Journey | null,
): (reader: Reader) => Letter {
  const known = knownOn(journey)
  const source = marked(withPictures(body), known)
  const heading = marked(subject, known)
  const hasLink = placeholdersIn(body).some((one) => isLink(nameIn(one, known)))
  const whole = { html: bodyAsHtml(source), text: bodyAsText(source) }
  const contact = siteSettings()
  return (reader) => ({
    subject: filled(heading, journey, reader, (word) => word),
    written: {
      html: filled(whole.html, journey, reader, escaped),
      text: filled(whole.text, journey, reader, (word) => word),
    },
    body:
      'wayOut' in reader
        ? wayOutOfList(reader.wayOut, contact.postalAddress)
        : words`
            ${isUrgent && askToRead(reader)}

            ${journey && whyYouGetIt(journey, reader)}

            ${hasLink && KEEP_TO_YOURSELF}

            ${questions(contact)}
          `,
  })
}

/** The subject as staff read it in a list: all filled in, with a stand-in for who reads it. */
export function renderSubject(subject: string, journey: Journey | null): string {
  const words: Record<string, string> = wordsOf(journey, '[first name]')
  return subject.replace(
    /\{\{([^{}]{0,60})\}\}/g,
    (whole) => words[nameIn(whole, knownOn(journey)) ?? ''] ?? whole,
  )
}

/** Links as Markdown, with their words unless they have some; everything else as its mark. */
const marked = (text: string, known: Placeholder[]): string =>
  text
    .replace(/\]\((\{\{[^{}]{0,60}\}\})\)/g, (whole, typed: string) => {
      const link = nameIn(typed, known)
      return isLink(link) ? `](${addressOf(link)})` : whole
    })
    .replace(/\{\{[^{}]{0,60}\}\}/g, (typed) => {
      const name = nameIn(typed, known)
      if (isLink(name)) return `[${LINK_WORDS[name]}](${addressOf(name)})`
      return name ? mark(name) : typed
    })

function addressOf(link: LinkName): string {
  const own = travelerAddress({ linkToken: TOKEN })
  return link === 'details' ? own : `${own}/${link === 'review' ? 'review' : 'trip'}`
}

const wordsOf = (journey: Journey | null, firstName: string): { [Name in Placeholder]?: string } => ({
  'first name': firstName,
  ...(journey && {
    journey: journey.name,
    'first day': showDay(journey.startsOn),
    'last day': showDay(journey.endsOn),
    'first lodge': firstLodge(journey.id),
    signature: signedBy(),
  }),
})

/** As in "Your driver takes you to …", also where staff have named none yet. */
const firstLodge = (departureId: number): string =>
  daysOf(departureId).find(({ lodge }) => lodge)?.lodge ?? 'our first lodge'

const filled = (
  text: string,
  journey: Journey | null,
  reader: Reader,
  as: (word: string) => string,
): string =>
  Object.entries(wordsOf(journey, reader.firstName ?? (journey ? 'traveler' : 'friend'))).reduce(
    (left, [name, word]) => left.replaceAll(mark(name as Placeholder), () => as(word)),
    'linkToken' in reader ? text.replaceAll(TOKEN, reader.linkToken) : text,
  )

const askToRead = ({ readToken }: Traveler): Words => words`
  This is urgent. Please let us know that it reached you:

  [I have read this](${readAddress(readToken ?? DEAD_TOKEN)})
`

/** Where a reader of an urgent letter says that they have read it. Unguessable; it shows no one's data. */
const readAddress = (token: string): string => `${env.BASE_URL}/read/${token}`

const whyYouGetIt = ({ name, startsOn, endsOn }: Journey, { isLead, reference }: Traveler): Words => words`
  -# You are receiving this email as a traveler on ${name},
  ${showDays(startsOn, endsOn)}${isLead && `, booking ${reference}`}.
`

export const KEEP_TO_YOURSELF = words`-# Anyone who has your link can open your page, so keep it to yourself.`

const wayOutOfList = (wayOut: string, postalAddress: string): Words => words`
  ---

  -# You are receiving this letter because you are on our newsletter list.\\
  [Unsubscribe](${wayOut})

  -# ${lines(postalAddress)}
`

/** Someone it goes to, or no one: what staff look at it as. */
export type Shown =
  | Pick<Recipient, 'firstName' | 'isLead' | 'reference'>
  | { firstName: string | null }
  | null

/**
 * What a reader's mail program will show, also of one that is still being written, with links that open
 * nothing: staff read it, guides as well. What keeps it from being sent stands above it.
 */
export function broadcastPreview(
  typed: Written & { isUrgent: boolean },
  journey: Journey | null,
  shown: Shown,
): { subject: string; html: string } {
  const body = typed.body.slice(0, LETTER_LIMITS.body)
  const why = whyWaits({ ...typed, body })
  const letter = layOut({ ...typed, body: why === TOO_LARGE ? '' : body }, journey)(asNoOne(journey, shown))
  const warning = why ? bodyAsHtml(`> **Not ready to send.** ${why}`) : ''
  const written = { text: '', html: warning + letter.written?.html }
  return {
    subject: letter.subject,
    html: letterAsHtml({ ...letter, written, subject: letter.subject || BRAND }),
  }
}

const asNoOne = (journey: Journey | null, shown: Shown): Reader =>
  journey
    ? { firstName: null, isLead: false, reference: '', ...shown, linkToken: DEAD_TOKEN, readToken: null }
    : { firstName: shown?.firstName ?? null, wayOut: unsubscribeAddress(DEAD_TOKEN) }

/** Sends a draft to one address, as a reader would get it, with links that open nothing. */
export function testBroadcast(broadcast: Broadcast, shown: Shown, to: string, staff: Actor, now: Date): void {
  immediately(() => {
    const journey = departureFor(broadcast)
    const written = layOut(broadcast, journey)(asNoOne(journey, shown))
    const kind = journey ? 'departure-letter-test' : 'campaign-test'
    postTo(to, now, { kind, once: randomUUID(), letter: { ...written, subject: `Test: ${written.subject}` } })
    recordBroadcast('tested', broadcast, staff, now)
  })
}
