import type { Token } from 'markdown-it'
import { markdown } from './render-body.server'

/** What stands before the lines of a block: once before its first one, and in its room before the others. */
type Margin = { first: string; rest: string; isUsed: boolean }

/**
 * The plain text part of a letter, from the same tokens as its HTML, each of them read once: Markdown is made to be
 * read as it is, so marks stay, and links and pictures are put into words.
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
