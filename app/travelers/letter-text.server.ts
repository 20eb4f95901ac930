import { randomUUID } from 'node:crypto'
import { and, eq, ne } from 'drizzle-orm'
import { travelerAddress } from '#app/bookings/party.server'
import { questions } from '#app/bookings/traveler-letters.server'
import { type Letter, letterAsHtml, letterAsText, type Words, words } from '#app/mail/letter'
import { bodyAsHtml, bodyAsText, escaped } from '#app/mail/markdown.server'
import { postTo, withdrawMail } from '#app/mail/outbox.server'
import type { BeforeSending, Mail } from '#app/mail/send-mail.server'
import { isTooLarge, placeholdersIn, TOO_LARGE, whyPictureRefused } from '#app/people/campaign-letter.server'
import { businessDay } from '#app/platform/clock.server'
import { showDay, showDays } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { DEAD_TOKEN } from '#app/platform/keys.server'
import { log } from '#app/platform/log.server'
import { siteSettings } from '#app/site/settings.server'
import { type Actor, byStaff, recordDepartureAct } from '#app/staff/audit-log.server'
import { type DepartureLetter, isTooLate, letterWith } from '#app/tours/departure-letters.server'
import { type Departure, departureOf } from '#app/tours/departures.server'
import { type LetterText, PLACEHOLDERS, type Placeholder } from '#app/tours/letter-form'
import { immediately, type Tx } from '#db/connection.server'
import { hasRow } from '#db/prepared.server'
import { outbox, letterRecipients as recipients } from '#db/schema/mail'
import { type Recipient, reachedBy } from './letter-recipients.server'

const LINK_WORDS = {
  'trip book': 'your trip book',
  details: 'your details',
  review: 'Write your review',
} as const
type LinkName = keyof typeof LINK_WORDS

const isLink = (name: string): name is LinkName => Object.hasOwn(LINK_WORDS, name)

/** Why a letter may not leave as it is, in a sentence; null where it may. */
export function whyLetterWaits({ subject, body }: Pick<LetterText, 'subject' | 'body'>): string | null {
  const inSubject = placeholdersIn(subject).find((one) => isLink(nameIn(one)))
  if (inSubject) return `${inSubject} is a link, and a subject cannot have one.`
  const unknown = placeholdersIn(`${subject}\n${body}`).find(
    (one) => !Object.hasOwn(PLACEHOLDERS, nameIn(one)),
  )
  if (unknown)
    return `${unknown} is not filled in. These are: ${Object.keys(PLACEHOLDERS)
      .map((name) => `{{${name}}}`)
      .join(', ')}.`
  if (isTooLarge({ subject, body })) return TOO_LARGE
  return whyPictureRefused(body)
}

const nameIn = (placeholder: string): string => placeholder.slice(2, -2).trim().toLowerCase()

/**
 * What no person types, in the place of a placeholder while the letter is laid out: so that a name is never
 * read as Markdown, and one layout serves all readers.
 */
const mark = (name: string): string => `\uE000${Object.keys(PLACEHOLDERS).indexOf(name)}\uE001`
/** The same of the token in a link, where such characters would be escaped. */
const TOKEN = 'aReadersOwnToken'

type Reader = Pick<Recipient, 'firstName' | 'isLead' | 'reference' | 'linkToken'> & {
  readToken: string | null
}
type Journey = Pick<Departure, 'name' | 'startsOn' | 'endsOn'>
type Written = Pick<DepartureLetter, 'subject' | 'body' | 'isUrgent'>

/** The letter as one traveler reads it. */
export function letterFor({ subject, body, isUrgent }: Written, journey: Journey, reader: Reader): Letter {
  const source = marked(body)
  const html = filled(bodyAsHtml(source), journey, reader, escaped)
  const text = filled(bodyAsText(source), journey, reader, (word) => word)
  return {
    subject: filled(marked(subject), journey, reader, (word) => word),
    written: { html, text },
    body: words`
      ${isUrgent && askToRead(reader)}

      ${whyYouGetIt(journey, reader)}

      ${/\{\{\s*(trip book|details|review)\s*\}\}/i.test(body) && KEEP_TO_YOURSELF}

      ${questions(siteSettings())}
    `,
  }
}

/** The subject as staff read it in a list: all filled in, with a stand-in for who reads it. */
export function renderSubject(subject: string, journey: Journey): string {
  const words: Record<string, string> = wordsOf(journey, '[first name]')
  return subject.replace(/\{\{([^{}]{0,60})\}\}/g, (whole) => words[nameIn(whole)] ?? whole)
}

/** Links as Markdown, with their words unless they have some; everything else as its mark. */
const marked = (text: string): string =>
  text
    .replace(/\]\(\{\{([^{}]{0,60})\}\}\)/g, (whole, name: string) => {
      const link = name.trim().toLowerCase()
      return isLink(link) ? `](${addressOf(link)})` : whole
    })
    .replace(/\{\{([^{}]{0,60})\}\}/g, (whole, typed: string) => {
      const name = typed.trim().toLowerCase()
      if (isLink(name)) return `[${LINK_WORDS[name]}](${addressOf(name)})`
      return Object.hasOwn(PLACEHOLDERS, name) ? mark(name) : whole
    })

function addressOf(link: LinkName): string {
  const own = travelerAddress({ linkToken: TOKEN })
  return link === 'details' ? own : `${own}/${link === 'review' ? 'review' : 'trip'}`
}

const wordsOf = (
  { name, startsOn, endsOn }: Journey,
  firstName: string,
): Record<Exclude<Placeholder, LinkName>, string> => ({
  'first name': firstName,
  journey: name,
  'first day': showDay(startsOn),
  'last day': showDay(endsOn),
})

const filled = (text: string, journey: Journey, reader: Reader, as: (word: string) => string): string =>
  Object.entries(wordsOf(journey, reader.firstName ?? 'traveler')).reduce(
    (left, [name, word]) => left.replaceAll(mark(name), () => as(word)),
    text.replaceAll(TOKEN, reader.linkToken),
  )

const askToRead = ({ readToken }: Reader): Words => words`
  This is urgent. Please let us know that it reached you:

  [I have read this](${readAddress(readToken ?? DEAD_TOKEN)})
`

/** Where a reader of an urgent letter says that they have read it. Unguessable; it shows no one's data. */
const readAddress = (token: string): string => `${env.BASE_URL}/read/${token}`

const whyYouGetIt = ({ name, startsOn, endsOn }: Journey, { isLead, reference }: Reader): Words => words`
  -# You are receiving this email because you are traveling on ${name},
  ${showDays(startsOn, endsOn)}${isLead && `, booking ${reference}`}.
`

export const KEEP_TO_YOURSELF = words`-# Anyone who has your link can open your page, so keep it to yourself.`

/** What a traveler's mail program will show, with links that open nothing: staff read it, guides as well. */
export function letterPreview(letter: DepartureLetter, reader: Recipient): { subject: string; html: string } {
  const written = asShown(letter, reader)
  return { subject: written.subject, html: letterAsHtml(written) }
}

const asShown = (letter: DepartureLetter, reader: Recipient | null): Letter => {
  const noOne = { firstName: null, isLead: false, reference: '' }
  return letterFor(letter, departureOf(letter), {
    ...{ ...noOne, ...reader, linkToken: DEAD_TOKEN, readToken: null },
  })
}

/** Sends a draft to one address, as `reader` would get it, with links that open nothing. */
export function testLetter(
  letter: DepartureLetter,
  reader: Recipient | null,
  to: string,
  staff: Actor,
  now: Date,
): void {
  immediately(() => {
    const written = asShown(letter, reader)
    const test = { ...written, subject: `Test: ${written.subject}` }
    postTo(to, now, { kind: 'departure-letter-test', once: randomUUID(), letter: test })
    const detail = { title: letter.subject }
    recordDepartureAct(now, letter.departureId, byStaff(staff), 'letter-tested', detail)
  })
}

type Sent = typeof recipients.$inferSelect

/**
 * A letter to a departure that waited, as while the mail server was down, goes to whom it reaches by now, at
 * their present address and with links that work. It is taken back where they have canceled, moved, or are no
 * longer meant, and where its time is over. Other mails pass as they are.
 */
export const letterAsOfNow: BeforeSending = (mail, now) => {
  if (mail.kind !== 'departure-letter') return mail
  const reader = immediately((tx) => readerNow(mail, now, tx))
  if (!reader) return null
  const letter = letterFor(reader.letter, departureOf(reader.letter), reader)
  return {
    ...mail,
    toName: reader.to.name,
    toAddress: reader.to.address,
    subject: letter.subject,
    textBody: letterAsText(letter),
    htmlBody: letterAsHtml(letter),
  }
}

function readerNow(mail: Mail, now: Date, tx: Tx) {
  const sent = tx.select().from(recipients).where(eq(recipients.outboxId, mail.id)).get()
  const letter = sent && letterWith(sent.letterId)
  const isOver = letter && isTooLate(letter, departureOf(letter), businessDay(now))
  const reader = sent && letter && !isOver && found(sent, letter, tx)
  if (sent && letter && reader) return { ...reader, letter, readToken: sent.readToken }
  if (withdrawMail(mail, tx)) log.info({ mail: mail.id, kind: mail.kind }, 'A letter was taken back')
  return null
}

/**
 * Gives the letters to a departure that wait for the travelers of a booking the addresses of now, as where
 * another leads it. Their words are written again when they leave.
 */
export function readdressLetters(bookingId: number, tx: Tx): void {
  const waiting = tx
    .select({ id: outbox.id, sent: recipients })
    .from(recipients)
    .innerJoin(outbox, eq(outbox.id, recipients.outboxId))
    .where(and(eq(recipients.bookingId, bookingId), ne(outbox.state, 'sent')))
    .all()
  for (const { id, sent } of waiting) {
    const letter = letterWith(sent.letterId)
    const reader = letter && found(sent, letter, tx)
    if (!reader) continue
    const { name: toName, address: toAddress } = reader.to
    tx.update(outbox).set({ toName, toAddress }).where(eq(outbox.id, id)).run()
  }
}

/** The same traveler; of a letter to lead travelers, also someone who leads the booking since. */
function found(sent: Sent, letter: DepartureLetter, tx: Tx): Recipient | undefined {
  const { gets } = reachedBy(letter, sent.bookingId)
  const same = gets.find(({ travelerId }) => travelerId === sent.travelerId)
  const [lead] = gets
  if (same || !lead || letter.addressees !== 'leads' || hasIt(letter, lead)) return same
  tx.update(recipients).set({ travelerId: lead.travelerId }).where(eq(recipients.id, sent.id)).run()
  return lead
}

const hasIt = ({ id }: DepartureLetter, { travelerId }: Recipient): boolean =>
  hasRow(recipients, and(eq(recipients.letterId, id), eq(recipients.travelerId, travelerId)))
