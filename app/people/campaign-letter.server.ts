import MarkdownIt, { type Token } from 'markdown-it'
import { escaped, type Letter, letterAsHtml } from '#app/mail/letter'
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
  hasPicture(markdown.parse(body, {})) ? NO_PICTURES : null

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

// HTML that staff type is text, like all of their words (rules 6.8); nothing is fetched when the mail is
// opened.
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true })
markdown.validateLink = (address) => /^(https?:\/\/|mailto:)/i.test(address.trim())
markdown.renderer.rules.image = (tokens, index) => markdown.utils.escapeHtml(tokens[index]?.content ?? '')

const HEADING = 'font-family:Fraunces,Georgia,serif;font-weight:500;line-height:1.3;color:#2A1B14'
const CELL = 'padding:8px 12px 8px 0;border-bottom:1px solid #E2D2B6;text-align:left'
const CODE = 'font-family:ui-monospace,Menlo,Consolas,monospace;font-size:14px;background:#FBF5E9'

/** Mail programs drop style sheets: each element carries its look, that of letter.ts. */
const STYLES: Record<string, string> = {
  p: 'margin:0 0 16px',
  h1: `margin:8px 0 14px;font-size:26px;${HEADING}`,
  h2: `margin:24px 0 10px;font-size:20px;${HEADING}`,
  h3: `margin:20px 0 8px;font-size:17px;${HEADING}`,
  h4: `margin:16px 0 8px;font-size:16px;${HEADING}`,
  h5: `margin:16px 0 8px;font-size:16px;${HEADING}`,
  h6: `margin:16px 0 8px;font-size:16px;${HEADING}`,
  ul: 'margin:0 0 16px;padding:0 0 0 22px',
  ol: 'margin:0 0 16px;padding:0 0 0 22px',
  li: 'margin:0 0 6px',
  blockquote: 'margin:0 0 16px;padding:2px 0 2px 16px;border-left:3px solid #E2D2B6;color:#5C4638',
  hr: 'margin:24px 0;border:0;border-top:1px solid #E2D2B6',
  a: 'color:#704B37;text-decoration:underline;overflow-wrap:anywhere',
  table: 'margin:0 0 16px;border-collapse:collapse;width:100%',
  th: `${CELL};font-weight:600`,
  td: CELL,
  code: `${CODE};padding:1px 4px;white-space:pre-wrap;overflow-wrap:anywhere`,
}
const HAS_OWN_DIRECTION = ['p', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']

/** Staff's Markdown as the HTML of a mail: inline styles, no pictures, links to the web and to mail only. */
export function bodyAsHtml(body: string): string {
  // A campaign that is sent or watched asks for the same one each second.
  if (last.body !== body) last = { body, html: rendered(body) }
  return last.html
}

let last = { body: '', html: '' }

function rendered(body: string): string {
  const environment = {}
  const tokens = markdown.parse(body, environment)
  dress(tokens)
  return markdown.renderer.render(tokens, markdown.options, environment)
}

function dress(tokens: Token[]): void {
  for (const token of tokens) {
    const style = STYLES[token.tag]
    if (style && token.nesting >= 0) {
      token.attrJoin('style', style)
      if (HAS_OWN_DIRECTION.includes(token.tag)) token.attrSet('dir', 'auto')
    }
    if (token.children) dress(token.children)
  }
}

/** What stands before the lines of a block: once before its first one, and in its room before the others. */
type Margin = { first: string; rest: string; isUsed: boolean }

/**
 * The plain text part of a letter, from the same tokens as its HTML, in one pass. Markdown marks stay; links
 * and pictures become words.
 */
export function bodyAsText(body: string): string {
  const lines: string[] = []
  const margins: Margin[] = []
  let cells: string[] | null = null

  const write = (text: string) => {
    for (const line of text.split('\n')) lines.push((marginOf(margins) + line).trimEnd())
  }
  const endBlock = () => {
    if (lines.length > 0 && lines.at(-1) !== '') lines.push('')
  }
  for (const token of markdown.parse(body, {})) {
    const margin = marginFor(token)
    if (margin)
      margins.push({
        first: margin,
        rest: token.type === 'blockquote_open' ? margin : ' '.repeat(margin.length),
        isUsed: false,
      })
    if (token.type === 'inline' && cells) cells.push(inlineText(token.children ?? []))
    else if (token.type === 'inline') write(inlineText(token.children ?? []))
    else if (token.type === 'fence' || token.type === 'code_block') write(token.content.trimEnd())
    else if (token.type === 'hr') write('---')
    else if (token.type === 'tr_open') cells = []
    else if (token.type === 'tr_close') {
      write(cells?.join(' | ') ?? '')
      cells = null
    }
    if (token.nesting < 0 && HAS_MARGIN.includes(token.type.replace('_close', ''))) margins.pop()
    if (token.nesting <= 0 && token.block && !token.hidden && ENDS_BLOCK.includes(token.type)) endBlock()
  }
  return lines.join('\n').trim()
}

const HAS_MARGIN = ['heading', 'list_item', 'blockquote']
const ENDS_BLOCK = [
  'paragraph_close',
  'heading_close',
  'bullet_list_close',
  'ordered_list_close',
  'blockquote_close',
  'table_close',
  'fence',
  'code_block',
  'hr',
]

function marginFor({ type, tag, info, markup }: Token): string | null {
  if (type === 'heading_open') return `${'#'.repeat(Number(tag.slice(1)))} `
  if (type === 'list_item_open') return `${info}${markup} `
  return type === 'blockquote_open' ? '> ' : null
}

function marginOf(margins: Margin[]): string {
  return margins
    .map((margin) => {
      const text = margin.isUsed ? margin.rest : margin.first
      margin.isUsed = true
      return text
    })
    .join('')
}

function inlineText(tokens: Token[]): string {
  let text = ''
  let link: { address: string; from: number } | null = null
  for (const token of tokens) {
    if (token.type === 'link_open') link = { address: String(token.attrGet('href') ?? ''), from: text.length }
    else if (token.type === 'link_close' && link) {
      if (!saysItself(text.slice(link.from), link.address, token)) text += ` (${link.address})`
      link = null
    } else if (token.type === 'softbreak' || token.type === 'hardbreak') text += '\n'
    else if (token.type === 'code_inline') text += token.markup + token.content + token.markup
    else if (token.type === 'text' || token.type === 'image' || token.type === 'text_special')
      text += token.content
    else text += token.markup
  }
  return text
}

const saysItself = (label: string, address: string, { markup }: Token): boolean =>
  label === address || markup === 'linkify' || markup === 'autolink'
