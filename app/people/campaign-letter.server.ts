import type { Token } from 'markdown-it'
import { type Letter, letterAsHtml, lines, words } from '#app/mail/letter'
import { bodyAsHtml, bodyAsText, readStaffs } from '#app/mail/markdown.server'
import { DEAD_TOKEN } from '#app/platform/keys.server'
import { BRAND } from '#app/platform/words'
import { siteSettings } from '#app/site/settings.server'
import { CAMPAIGN_LIMITS, type CampaignText } from './people-forms'
import { unsubscribeAddress } from './people-letters.server'

/**
 * Why a letter cannot be sent as it is, in a sentence: pictures and placeholders would come as text. Else
 * null.
 */
export function whyUnsendable({ subject, body }: CampaignText): string | null {
  const [placeholder] = placeholdersIn(`${subject}\n${body}`)
  if (placeholder)
    return `${placeholder} would be sent exactly like this: placeholders are not filled in. Please write the actual words.`
  return whyPictureRefused(body)
}

/** All that stands in double braces. */
export const placeholdersIn = (text: string): string[] => text.match(/\{\{[^{}]{0,60}\}\}/g) ?? []

/** Why a letter with a picture may not go out; null where there is none. */
export const whyPictureRefused = (body: string): string | null =>
  hasPicture(readStaffs(body)) ? NO_PICTURES : null

const NO_PICTURES =
  'A letter cannot have pictures: readers would only see their descriptions. Please remove the picture, or link to it.'

/** Also one that is written wrongly, which would come as its marks. */
const hasPicture = (tokens: Token[]): boolean =>
  tokens.some(
    ({ type, content, children }) =>
      type === 'image' || (type === 'text' && /!\[|<img\b/i.test(content)) || hasPicture(children ?? []),
  )

/** The letters of one campaign: the text is rendered once, the unsubscribe link is each reader's own. */
export function campaignLetters({ subject, body }: CampaignText): (wayOut: string) => Letter {
  const written = { text: bodyAsText(body), html: bodyAsHtml(body) }
  const address = lines(siteSettings().postalAddress)
  return (wayOut) => ({
    subject,
    written,
    body: words`
      ---

      -# You are receiving this letter because you are on our newsletter list.\\
      [Unsubscribe](${wayOut})

      -# ${address}
    `,
  })
}

/**
 * Of the HTML, in characters: a few thousand of a table's marks would become megabytes, for each reader. Mail
 * programs cut letters off far below it.
 */
const HTML_AT_MOST = 300_000

export const isTooLarge = ({ body }: CampaignText): boolean => bodyAsHtml(body).length > HTML_AT_MOST

export const TOO_LARGE =
  'Once formatted, this letter is too large to email. Please shorten its tables or lists.'

/** A way out for those who have none: in a preview or a test no one leaves the list. */
export const testUnsubscribeAddress = () => unsubscribeAddress(DEAD_TOKEN)

/**
 * The HTML that a subscriber will see; only the frame for an empty letter. No more than a letter may have is
 * rendered.
 */
export function campaignPreview({ subject, body }: CampaignText): string {
  const typed = { subject: subject || BRAND, body: body.slice(0, CAMPAIGN_LIMITS.body) }
  const shown = isTooLarge(typed) ? { ...typed, body: TOO_LARGE } : withWarning(typed)
  return letterAsHtml(campaignLetters(shown)(testUnsubscribeAddress()))
}

/** What keeps the letter from being sent, above it. */
function withWarning(text: CampaignText): CampaignText {
  const why = whyUnsendable(text)
  return why ? { ...text, body: `> **Not ready to send.** ${why}\n\n${text.body}` } : text
}
