import MarkdownIt, { type Token } from 'markdown-it'
import { env } from '#app/platform/env.server'
import {
  type Cut,
  cutAtPlaces,
  filled,
  hasPlaces,
  inFull,
  isAddressInPlace,
  isSum,
  noteInCell,
  withPlaces,
} from './values'

// Markdown as the two parts of a mail. What staff write is read as they know it from elsewhere; the letters
// of the site (letter.ts) are in a dialect with small print, buttons and rows of two cells.

type Options = { linkify?: boolean; breaks?: boolean }

/**
 * HTML is text, like all that anyone types (rules 6.8); when the mail is opened, nothing is fetched but our
 * own pictures.
 */
function markdownFor(options: Options) {
  const markdown = new MarkdownIt({ html: false, ...options })
  markdown.validateLink = (address) => /^(https?:\/\/|mailto:)/i.test(address.trim())
  markdown.renderer.rules.text = (tokens, index) => escaped(tokens[index]?.content ?? '')
  markdown.renderer.rules.image = (tokens, index) => imageAsHtml(tokens[index] as Token)
  return markdown
}

function imageAsHtml(image: Token): string {
  const [alt, source] = [image.content, sourceOf(image)].map(escaped)
  if (!isOurPicture(image)) return alt ?? ''
  return `<img src="${source}" alt="${alt}" width="598" style="display:block;width:100%;max-width:100%;height:auto;${ROUNDED}">`
}

const ROUNDED = 'border-radius:8px'

const sourceOf = (image: Token) => String(image.attrGet('src') ?? '')

/** Whether an image is a file of this site's gallery. */
export const isOurPicture = (image: Token): boolean =>
  ['photos', 'pictures'].some((folder) => sourceOf(image).startsWith(`${env.BASE_URL}/${folder}/`))

const forgetters: (() => void)[] = []

/** Guests’ words stay in memory until others take their place: not those of one who is erased. */
export function forgetBlocks(): void {
  for (const forget of forgetters) forget()
}

const ofStaff = markdownFor({ linkify: true, breaks: true })
const ofSite = markdownFor({})
const { normalizeLink } = ofSite
const validateLink = (address: string) => ofStaff.validateLink(address) || /^tel:\+?\d+$/.test(address)
ofSite.normalizeLink = (address) => (hasPlaces(address) ? address : normalizeLink(address))
ofSite.validateLink = (address) => hasPlaces(address) || validateLink(address)

/** What staff wrote, read: the same tokens for both parts. */
export const readStaffs = lastOf((source) => dressed(withButtons(ofStaff.parse(source, {}))))

const readSites = (source: string): Token[] => dressed(inDialect(ofSite.parse(withHeads(source), {})))

/** Staff's Markdown as the HTML of a mail: inline styles, our own pictures, links to the web and to mail. */
export const bodyAsHtml = lastOf((body) =>
  oneFirst(ofStaff.renderer.render(readStaffs(body), ofStaff.options, {})),
)

/** The plain text part of it. Markdown marks stay; links and pictures become words. */
export const bodyAsText = (body: string): string => textOf(linesOf(readStaffs(body)))

/** The same of a letter of the site. */
export const letterBodyAsHtml = (source: string): string =>
  oneFirst(
    blocksOf(source)
      .map(({ html }) => html)
      .join(''),
  )

/** The first button is what a letter is for, others stand back. */
function oneFirst(html: string): string {
  const [first = '', ...rest] = html.split(PRESSED)
  return rest.length === 0 ? first : first + PRESSED + rest.join(SECOND)
}

/** The print of a letter, which the frame shows from edge to edge above its words, and those words. */
export function printAndWords(html: string): { print: string; words: string } {
  const from = html.indexOf(PRINT)
  if (from < 0) return { print: '', words: html }
  const end = html.indexOf(PRINT_END, from)
  const print = html.slice(from + PRINT.length, end).replace(ROUNDED, 'border-radius:13px 13px 0 0')
  return { print, words: html.slice(0, from) + html.slice(end + PRINT_END.length) }
}

export const letterBodyAsText = (source: string): string =>
  blocksOf(source)
    .map(({ text }) => text)
    .join('')
    .trim()

type Block = { html: string; text: string }

/** No block reaches past an empty line. */
const blocksOf = lastOf((source) => source.split(/\n{2,}/).map(blockOf))

/** Around values that are mere text: words are read once, and then their places filled. */
const blockOf = readOnce<Block, { html: Cut; text: Cut }>({
  parse: readSites,
  read: (tokens) => ({
    html: cutAtPlaces(ofSite.renderer.render(tokens, ofSite.options, {})),
    text: cutAtPlaces(
      linesOf(tokens)
        .map((line) => `${line}\n`)
        .join(''),
    ),
  }),
  fill: ({ html, text }, values) => ({
    html: filled(html, values.map(escaped)),
    text: filled(text, values),
  }),
})

/** One line of a letter of the site, such as its subject, in plain words. */
export const plainLine = readOnce<string, Cut>({
  parse: (source) => ofSite.parseInline(source, {}),
  read: (tokens) => cutAtPlaces(tokens.map(({ children }) => inlineText(children ?? [])).join('')),
  fill: filled,
})

type Reading<Made, Read> = {
  parse: (source: string) => Token[]
  read: (tokens: Token[]) => Read
  fill: (read: Read, values: string[]) => Made
}

const KEPT_AT_MOST = 500
const LONGEST_KEPT = 2_000

/** Words in which a value is no mere text are read with their values. */
function readOnce<Made, Read>({ parse, read, fill }: Reading<Made, Read>): (source: string) => Made {
  const kept = new Map<string, Read | null>()
  forgetters.push(() => kept.clear())
  const readOf = (template: string): Read | null => {
    const known = kept.get(template)
    if (known !== undefined) return known
    const tokens = parse(template)
    const made = hasPlaces(template) && !tokens.every(isFilledLater) ? null : read(tokens)
    if (kept.size >= KEPT_AT_MOST) kept.clear()
    if (template.length <= LONGEST_KEPT) kept.set(template, made)
    return made
  }
  return (source) => {
    const { template, values } = withPlaces(source)
    return fill(readOf(template) ?? (readOf(inFull(source)) as Read), values)
  }
}

const MERE_TEXT = ['text', 'softbreak', 'hardbreak', 'link_open', 'link_close', 'note_open', 'note_close']

/** Whether nothing around a value depends on it, as the line below a heading does, and emphasis beside it. */
function isFilledLater({ type, content, children }: Token, index: number, all: Token[]): boolean {
  if (type !== 'inline' || !hasPlaces(content)) return !hasPlaces(content)
  return all[index - 1]?.type !== 'heading_open' && (children ?? []).every(isMereText)
}

function isMereText(token: Token, index: number, all: Token[]): boolean {
  if (!MERE_TEXT.includes(token.type)) return false
  const address = String(token.attrGet('href') ?? '')
  if (!hasPlaces(address)) return true
  const label = all[index + 1]?.content ?? ''
  return isAddressInPlace(address) && (label === address || !hasPlaces(label))
}

const MARKUP: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => MARKUP[sign] ?? sign)

/** A mail is asked for both of its parts, and one that goes to many each second. */
function lastOf<T>(make: (source: string) => T): (source: string) => T {
  let last: { source: string; made: T } | null = null
  forgetters.push(() => {
    last = null
  })
  return (source) => {
    if (last?.source !== source) last = { source, made: make(source) }
    return last.made
  }
}

/** Tables are rows of label and value: Markdown wants a head above them. */
const withHeads = (source: string): string =>
  source.replace(/(?:^\|.*(?:\n|$))+/gm, (rows) => `| | |\n|-|-|\n${rows}\n`)

/** Of a letter's own: what it looks like, by which style and text follow. */
type Role = Paragraph | 'pressed' | 'heading' | 'rows' | 'label' | CellRole | 'note'
/** 'opening' is a picture that staff begin with: their text part says what it shows. */
type Paragraph = 'print' | 'opening' | 'quiet' | 'signed' | 'button'
/** Of a value: one that a letter is about stands out. */
type CellRole = 'value' | 'sum' | 'noted' | 'main' | 'main-sum' | 'main-noted'
type Meta = { role: Role }

const roleOf = (token: Token | undefined) => (token?.meta as Meta | null | undefined)?.role

const SMALL_PRINT = '-# '
const SIGNED = '-- '

function inDialect(tokens: Token[]): Token[] {
  const head = tokens.findIndex(({ type }) => type === 'thead_open')
  if (head >= 0) {
    const end = tokens.findIndex(({ type }) => type === 'thead_close')
    return inDialect(tokens.toSpliced(head, end - head + 1))
  }
  tokens.forEach((token, index) => {
    const inside = tokens[index + 1]
    if (token.type === 'paragraph_open' && inside) roleOfParagraph(token, inside)
    if (token.tag === 'h2') token.meta = { role: 'heading' } satisfies Meta
    if (token.type === 'table_open') token.meta = { role: 'rows' } satisfies Meta
    if (token.type === 'td_open')
      cell(token, inside, tokens[index + 2], tokens[index - 1]?.type === 'tr_open')
  })
  return tokens
}

function roleOfParagraph(paragraph: Token, { content, children }: Token): void {
  const parts = children ?? []
  // Lines of a paragraph are lines of our code.
  for (const part of parts) if (part.type === 'softbreak') Object.assign(part, { type: 'text', content: ' ' })
  const [first, ...more] = parts
  if (first && content.startsWith(SMALL_PRINT)) {
    first.content = first.content.slice(SMALL_PRINT.length)
    paragraph.meta = { role: 'quiet' } satisfies Meta
  }
  if (first && content.startsWith(SIGNED)) {
    first.content = first.content.slice(SIGNED.length)
    paragraph.meta = { role: 'signed' } satisfies Meta
    const [end, ...role] = more
    if (end && role.length > 0) parts.splice(1, more.length, end, ...inNote(first, role))
  }
  if (first?.type === 'image' && parts.length === 1) paragraph.meta = { role: 'print' } satisfies Meta
  asButton(paragraph, parts)
}

/** A link alone in its paragraph, by words of its own. */
function asButton(paragraph: Token, parts: Token[]): void {
  const [first] = parts
  if (first?.type !== 'link_open' || parts.findIndex(isEndOfLink) !== parts.length - 1) return
  paragraph.meta = { role: 'button' } satisfies Meta
  first.meta = { role: 'pressed' } satisfies Meta
}

const isEndOfLink = ({ type }: Token): boolean => type === 'link_close'

/** What staff write has buttons as well, and opens with a print: an address alone stays one. */
function withButtons(tokens: Token[]): Token[] {
  tokens.forEach((token, index) => {
    const parts = tokens[index + 1]?.children ?? []
    if (token.type !== 'paragraph_open' || token.level > 0) return
    if (parts[0]?.markup !== 'linkify' && parts[0]?.markup !== 'autolink') asButton(token, parts)
    const isPicture = parts.length === 1 && parts[0]?.type === 'image' && isOurPicture(parts[0])
    if (index === 0 && isPicture) token.meta = { role: 'opening' } satisfies Meta
  })
  return tokens
}

const MAIN = '= '

function cell(open: Token, inside: Token | undefined, close: Token | undefined, isLabel: boolean): void {
  open.meta = { role: isLabel ? 'label' : roleOfValue(inside) } satisfies Meta
  if (!isLabel) return
  open.tag = 'th'
  open.attrSet('scope', 'row')
  if (close) close.tag = 'th'
}

function roleOfValue(inside: Token | undefined): CellRole {
  const [first, ...more] = inside?.children ?? []
  const isMain = first?.type === 'text' && first.content.startsWith(MAIN)
  if (isMain) first.content = first.content.slice(MAIN.length)
  const cell = more.length === 0 ? (first?.content ?? '') : ''
  const parts = noteInCell(cell)
  if (inside && first && parts) inside.children = withNote(first, parts)
  // A sum is not broken within its digits.
  if (isSum(cell)) return isMain ? 'main-sum' : 'sum'
  if (parts) return isMain ? 'main-noted' : 'noted'
  return isMain ? 'main' : 'value'
}

/** How a sum came about stands small below it, and in the text behind it. */
const withNote = (text: Token, { sum, note }: { sum: string; note: string }): Token[] => [
  like(text, { content: `${sum} ` }),
  ...inNote(text, [like(text, { content: note })]),
]

const inNote = (text: Token, parts: Token[]): Token[] => [
  like(text, {
    type: 'note_open',
    tag: 'span',
    nesting: 1,
    attrs: null,
    content: '',
    meta: { role: 'note' },
  }),
  ...parts,
  like(text, { type: 'note_close', tag: 'span', nesting: -1, attrs: null, content: '', meta: null }),
]

const like = (token: Token, changes: Partial<Token>): Token =>
  Object.assign(Object.create(Object.getPrototypeOf(token)), token, changes)

const INK = '#2A1B14'
const SOFT = '#5C4638'
const LINE = '#E2D2B6'
/** Also of the subject, above a letter of the site. */
export const HEADING = `font-family:Fraunces,Georgia,serif;font-weight:500;line-height:1.3;color:${INK}`
const CELL = `padding:8px 12px 8px 0;border-bottom:1px solid ${LINE};text-align:left`
const CODE = 'font-family:ui-monospace,Menlo,Consolas,monospace;font-size:14px;background:#FBF5E9'
const SANS = 'Figtree,system-ui,-apple-system,Segoe UI,sans-serif'
export const TEXT = `font:400 16px/1.5 ${SANS}`

/** Mail programs drop style sheets: each element carries its look, that of the frame in letter.ts. */
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
  blockquote: `margin:0 0 16px;padding:2px 0 2px 16px;border-left:3px solid ${LINE};color:${SOFT}`,
  hr: `margin:24px 0;border:0;border-top:1px solid ${LINE}`,
  a: 'color:#704B37;text-decoration:underline;overflow-wrap:anywhere',
  table: 'margin:0 0 16px;border-collapse:collapse;width:100%',
  th: `${CELL};font-weight:600`,
  td: CELL,
  code: `${CODE};padding:1px 4px;white-space:pre-wrap;overflow-wrap:anywhere`,
}

const BUTTON =
  'display:inline-block;padding:13px 25px;border-radius:999px;font-weight:600;text-decoration:none'

const RIGHT = `padding:8px 0;border-bottom:1px solid ${LINE};text-align:right;color:${INK}`
/** As wide as a reference or a date, which would else be broken beside a long label. */
const VALUE = `${RIGHT};min-width:128px`
const SUM = `${RIGHT};white-space:nowrap`

const PLAIN = 'margin:0 0 16px'

const STYLES_OF_ROLE: Partial<Record<Role, string>> = {
  quiet: `margin:0 0 16px;font-size:14px;color:${SOFT}`,
  print: PLAIN,
  opening: PLAIN,
  signed: `margin:24px 0 20px;font-size:18px;${HEADING}`,
  button: 'margin:20px 0',
  pressed: `${BUTTON};background:#704B37;border:1px solid #704B37;color:#FBF5E9`,
  rows: `width:100%;border-collapse:collapse;margin:0 0 16px;font:400 15px/1.5 ${SANS}`,
  label: `padding:8px 12px 8px 0;border-bottom:1px solid ${LINE};text-align:left;font-weight:400;min-width:104px;color:${SOFT}`,
  value: VALUE,
  sum: SUM,
  noted: VALUE,
  'main-noted': `${VALUE};font-weight:600`,
  main: `${VALUE};font-weight:600`,
  'main-sum': `${SUM};font-weight:600`,
  note: `display:block;font-size:13px;font-weight:400;line-height:1.5;font-family:${SANS};color:${SOFT}`,
}

/** What the sheet in letter.ts goes by, where a mail program reads it. */
const CLASS_OF_ROLE: Partial<Record<Role, string>> = {
  print: 'print',
  opening: 'print',
  quiet: 'soft',
  pressed: 'button',
  rows: 'rows',
  label: 'soft',
  sum: 'sum',
  noted: 'sum',
  'main-sum': 'sum',
  'main-noted': 'sum',
  note: 'soft',
}

const PRESSED = `style="${STYLES_OF_ROLE.pressed}" class="button"`
const PRINT = `<p style="${PLAIN}" dir="auto" class="print">`
const PRINT_END = '</p>\n'
const SECOND = `style="${BUTTON};border:1px solid #8C6F59;color:#704B37" class="button second"`

const HAS_OWN_DIRECTION = ['p', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']

const VALUES: (Role | undefined)[] = ['value', 'sum', 'noted', 'main', 'main-sum', 'main-noted']
const isValue = (role: Role | undefined): boolean => VALUES.includes(role)

function dressed(tokens: Token[]): Token[] {
  for (const token of tokens) {
    const role = roleOf(token)
    const style = (role && STYLES_OF_ROLE[role]) ?? STYLES[token.tag]
    if (style && token.nesting >= 0) {
      token.attrJoin('style', style)
      if (HAS_OWN_DIRECTION.includes(token.tag) || isValue(role)) token.attrSet('dir', 'auto')
      const name = role && CLASS_OF_ROLE[role]
      if (name) token.attrSet('class', name)
    }
    if (token.children) dressed(token.children)
  }
  return tokens
}

/** What stands before the lines of a block: once before its first one, and in its room before the others. */
type Margin = { first: string; rest: string; isUsed: boolean }

const textOf = (lines: string[]): string => lines.join('\n').trim()

/** From the same tokens as the HTML, in one pass. */
function linesOf(tokens: Token[]): string[] {
  const lines: string[] = []
  const margins: Margin[] = []
  let cells: string[] | null = null
  let within: Token | undefined

  const write = (text: string) => {
    for (const line of text.split('\n')) lines.push((marginOf(margins) + line).trimEnd())
  }
  const endBlock = () => {
    if (lines.length > 0 && lines.at(-1) !== '') lines.push('')
  }
  for (const token of tokens) {
    const margin = marginFor(token)
    if (margin)
      margins.push({
        first: margin,
        rest: token.type === 'blockquote_open' ? margin : ' '.repeat(margin.length),
        isUsed: false,
      })
    if (token.type === 'inline' && cells) cells.push(inlineText(token.children ?? []))
    // A print of ours is left out.
    else if (token.type === 'inline' && roleOf(within) !== 'print') write(blockText(token, roleOf(within)))
    else if (token.type === 'fence' || token.type === 'code_block') write(token.content.trimEnd())
    else if (token.type === 'hr') write('---')
    else if (token.type === 'tr_open') cells = []
    else if (token.type === 'tr_close') {
      write(cells?.join(isValue(roleOf(within)) ? ': ' : ' | ') ?? '')
      cells = null
    }
    if (token.nesting < 0 && !token.meta && HAS_MARGIN.includes(token.type.replace('_close', '')))
      margins.pop()
    if (token.nesting <= 0 && token.block && !token.hidden && ENDS_BLOCK.includes(token.type)) endBlock()
    if (token.nesting > 0) within = token
  }
  return lines
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

/** A heading is underlined, and a button says what it does above its address. */
function blockText({ children }: Token, role: Role | undefined): string {
  const parts = children ?? []
  const text = inlineText(parts)
  if (role === 'heading') return `${text}\n${'-'.repeat(text.length)}`
  return role === 'button' ? `${inlineText(parts.slice(1, -1))}:\n${parts[0]?.attrGet('href')}` : text
}

function marginFor(token: Token): string | null {
  const { type, tag, info, markup } = token
  if (type === 'heading_open') return roleOf(token) ? null : `${'#'.repeat(Number(tag.slice(1)))} `
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
  label === address ||
  address === `mailto:${label}` ||
  address.startsWith('tel:') ||
  markup === 'linkify' ||
  markup === 'autolink'
