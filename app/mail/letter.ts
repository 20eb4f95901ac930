import { BRAND } from '#app/platform/words'

/** A part of a letter; every letter is written once in these and sent as text and as HTML. */
type Block =
  | { paragraph: string }
  | { heading: string }
  | { rows: [label: string, value: string][] }
  | { steps: string[] }
  | { link: { label: string; address: string } }
  | { quiet: string }
  /** What someone wrote, line by line: a letter is not much larger than it, however many lines there are. */
  | { words: string }
  /** The same, of a letter that this one answers. */
  | { quoted: string }
  /** Made from what staff wrote; its HTML is safe and goes in as it is. */
  | { rendered: { text: string; html: string } }

export type Letter = { subject: string; blocks: Block[] }

/** The plain text part, readable in any mail client. */
export function letterAsText({ blocks }: Letter): string {
  return `${blocks.map(blockAsText).join('\n\n')}\n\n--\n${BRAND}\n`
}

function blockAsText(block: Block): string {
  if ('heading' in block) return `${block.heading}\n${'-'.repeat(block.heading.length)}`
  if ('rows' in block) return block.rows.map(([label, value]) => `${label}: ${value}`).join('\n')
  if ('steps' in block) return block.steps.map((step, index) => `${index + 1}. ${step}`).join('\n')
  if ('link' in block) return `${block.link.label}:\n${block.link.address}`
  if ('rendered' in block) return block.rendered.text
  if ('words' in block) return block.words
  if ('quoted' in block) return block.quoted.replace(/^(?=.)/gm, '> ')
  return 'quiet' in block ? block.quiet : block.paragraph
}

const INK = 'color:#2A1B14'
const SOFT = 'color:#5C4638'
const TEXT = 'font:400 16px/1.6 Figtree,system-ui,-apple-system,Segoe UI,sans-serif'

/** The HTML part: tables and inline styles only, as mail clients want them; everything is escaped. */
export function letterAsHtml({ subject, blocks }: Letter): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;background:#FBF5E9;${TEXT};${INK}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px">
<tr><td style="padding:0 4px 20px;font:500 22px/1.2 Fraunces,Georgia,serif;color:#704B37">${escaped(BRAND)}</td></tr>
<tr><td style="background:#FFFFFF;border:1px solid #E2D2B6;border-radius:14px;padding:28px 28px 12px">
${blocks.map(blockAsHtml).join('\n')}
</td></tr></table></td></tr></table></body></html>
`
}

function blockAsHtml(block: Block): string {
  if ('heading' in block) {
    return `<h2 style="margin:24px 0 10px;font:500 20px/1.3 Fraunces,Georgia,serif;${INK}">${escaped(block.heading)}</h2>`
  }
  if ('rows' in block) {
    return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;${TEXT}">${block.rows
      .map(
        ([label, value]) =>
          `<tr><th scope="row" align="left" style="padding:8px 12px 8px 0;border-bottom:1px solid #E2D2B6;font-weight:400;${SOFT}">${escaped(label)}</th><td align="right" dir="auto" style="padding:8px 0;border-bottom:1px solid #E2D2B6;font-weight:600;${INK}">${escaped(value)}</td></tr>`,
      )
      .join('')}</table>`
  }
  if ('steps' in block) {
    return `<ol style="margin:0 0 16px;padding:0 0 0 22px">${block.steps.map((step) => `<li style="margin:0 0 6px">${escaped(step)}</li>`).join('')}</ol>`
  }
  if ('link' in block) {
    return `<p style="margin:20px 0"><a href="${escaped(block.link.address)}" style="display:inline-block;background:#704B37;color:#FBF5E9;padding:14px 26px;border-radius:999px;font-weight:600;text-decoration:none">${escaped(block.link.label)}</a></p>`
  }
  if ('rendered' in block) return block.rendered.html
  if ('words' in block) {
    return `<p dir="auto" style="margin:0 0 16px">${asLines(block.words)}</p>`
  }
  if ('quoted' in block) {
    return `<blockquote dir="auto" style="margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid #E2D2B6;${SOFT}">${asLines(block.quoted)}</blockquote>`
  }
  return 'quiet' in block
    ? `<p style="margin:0 0 16px;font-size:14px;${SOFT}">${escaped(block.quiet)}</p>`
    : `<p dir="auto" style="margin:0 0 16px">${escaped(block.paragraph)}</p>`
}

const asLines = (words: string) => escaped(words).replaceAll('\n', '<br>\n')

export const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
