import type { Token } from 'markdown-it'
import { escaped, type Letter, letterAsHtml } from '#app/mail/letter'
import { unsubscribeAddress } from '#app/people/newsletter-letters'
import { BRAND } from '#app/platform/brand'
import { env } from '#app/platform/env.server'
import { siteSettings } from '#app/site/settings.server'
import { CAMPAIGN_LIMITS, type CampaignText } from './campaign-form'
import { bodyAsHtml, bodyAsText, markdown } from './render-body.server'

/**
 * Why a letter may not go out as it is, in a sentence; null where it may. A picture would come as its words
 * alone, and a placeholder as its braces.
 */
export function whyUnsendable({ subject, body }: CampaignText): string | null {
  const [placeholder] = placeholdersIn(`${subject}\n${body}`)
  if (placeholder)
    return `${placeholder} would be sent exactly like this: placeholders are not filled in. Please write the actual words.`
  return picturesIn(body)
}

/** All that stands in double braces. */
export const placeholdersIn = (text: string): string[] => text.match(/\{\{[^{}]{0,60}\}\}/g) ?? []

/** Why a letter with a picture may not go out; null where there is none. */
export const picturesIn = (body: string): string | null =>
  hasPicture(markdown.parse(body, {})) ? NO_PICTURES : null

const NO_PICTURES =
  'A letter cannot have pictures: readers would only see their descriptions. Please remove the picture, or link to it.'

/** Also one that is written wrongly, which would come as its marks. */
const hasPicture = (tokens: Token[]): boolean =>
  tokens.some(
    ({ type, content, children }) =>
      type === 'image' || (type === 'text' && /!\[|<img\b/i.test(content)) || hasPicture(children ?? []),
  )

/**
 * Makes the letters of one campaign: the text is rendered once, the way out is each reader's own. The footer
 * says who writes, why, from where, and how to leave.
 */
export function campaignLetters({ subject, body }: CampaignText): (wayOut: string) => Letter {
  const written = { rendered: { text: bodyAsText(body), html: bodyAsHtml(body) } }
  const { postalAddress } = siteSettings()
  return (wayOut) => ({ subject, blocks: [written, { rendered: footer(wayOut, postalAddress) }] })
}

const WHY = 'You are receiving this letter because you are on our newsletter list.'

const footer = (wayOut: string, postalAddress: string) => ({
  text: `${WHY}\nUnsubscribe: ${wayOut}\n\n${postalAddress}`,
  html: `<p style="margin:28px 0 16px;padding-top:16px;border-top:1px solid #E2D2B6;font-size:14px;color:#5C4638">${WHY} <a href="${escaped(wayOut)}" style="color:#704B37">Unsubscribe</a><br>${escaped(postalAddress)}</p>`,
})

/**
 * Laid out, a letter may be no larger than this, in characters: a few thousand of a table's marks would
 * become megabytes, for each of those who get it. Mail programs cut letters off far below it.
 */
const HTML_AT_MOST = 300_000

export const isTooLarge = ({ body }: CampaignText): boolean => bodyAsHtml(body).length > HTML_AT_MOST

export const TOO_LARGE =
  'Once formatted, this letter is too large to email. Please shorten its tables or lists.'

/** A way out for those who have none: in a preview or a test nobody leaves the list. */
export const wayOutOfNothing = () => unsubscribeAddress(env.BASE_URL, 'test')

/**
 * The HTML that a subscriber's mail program will show; for a letter without words, its frame. What is typed
 * may be longer than a letter: no more than one is laid out.
 */
export function campaignPreview({ subject, body }: CampaignText): string {
  const typed = { subject: subject || BRAND, body: body.slice(0, CAMPAIGN_LIMITS.body) }
  const shown = isTooLarge(typed) ? { ...typed, body: TOO_LARGE } : withWarning(typed)
  return letterAsHtml(campaignLetters(shown)(wayOutOfNothing()))
}

/** What keeps the letter from being sent, above it. */
function withWarning(text: CampaignText): CampaignText {
  const why = whyUnsendable(text)
  return why ? { ...text, body: `> **Not ready to send.** ${why}\n\n${text.body}` } : text
}
