import MarkdownIt, { type Token } from 'markdown-it'

// HTML that staff type is text, like all of their words (rules 6.8); nothing is fetched when the mail is
// opened.
export const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true })
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
const TURNS_WITH_ITS_WORDS = ['p', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']

/**
 * What staff wrote in Markdown as the HTML of a mail: inline styles, no pictures, links to the web and to
 * mail only.
 */
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
      if (TURNS_WITH_ITS_WORDS.includes(token.tag)) token.attrSet('dir', 'auto')
    }
    if (token.children) dress(token.children)
  }
}

/** What stands before the lines of a block: once before its first one, and in its room before the others. */
type Margin = { first: string; rest: string; isUsed: boolean }

/**
 * The plain text part of a letter, from the same tokens as its HTML, each of them read once: Markdown is made
 * to be read as it is, so marks stay, and links and pictures are put into words.
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
