import MarkdownIt, { type Token } from 'markdown-it'

// HTML that staff type is text, like all of their words (rules 6.8); nothing is fetched when the mail is opened.
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

/** What staff wrote in Markdown as the HTML of a mail: inline styles, no pictures, links to the web and to mail only. */
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
