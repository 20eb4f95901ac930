import { env } from '#app/platform/env.server'
import { BRAND } from '#app/platform/words'
import {
  escaped,
  HEADING,
  letterBodyAsHtml,
  letterBodyAsText,
  plainLine,
  printAndWords,
  TEXT,
} from './markdown.server'
import { asValue, literal, NOTHING } from './values'

/** Words of a letter in Markdown, with the values already in them (`words`), signed as values.ts has it. */
export type Words = { markdown: string }

export type Letter = {
  subject: string
  /** What staff wrote, above what the site says by itself; its HTML is safe and goes in as it is. */
  written?: { text: string; html: string }
  body: Words
  /** An answer of one person to another: its subject does not stand above it. */
  isPersonal?: boolean
}

type Value = string | number | false | null | undefined
type Filling = Value | Words | Words[]

/**
 * Words of a letter, in Markdown. '-# ' begins small print, '-- ' who signs, a link alone is a button,
 * '| label | value |' are rows, with '= ' before a value that stands out. A value is text: no sign of a
 * guest's name becomes markup. Empty ones leave no trace.
 */
export function words(parts: TemplateStringsArray, ...fillings: Filling[]): Words {
  const filled = unindented(parts)
    .map((part, index) => part + (index < fillings.length ? filledIn(fillings[index]) : ''))
    .join('')
  return { markdown: (filled.includes(NOTHING) ? withoutNothing(filled) : filled).trim() }
}

const UNINDENTED = new WeakMap<TemplateStringsArray, string[]>()

/** The words of our code without its indentation: read once, for a letter is written with each booking. */
function unindented(parts: TemplateStringsArray): string[] {
  const known = UNINDENTED.get(parts) ?? parts.map((part) => part.replace(/\n[ \t]+/g, '\n'))
  UNINDENTED.set(parts, known)
  return known
}

const withoutNothing = (filled: string): string =>
  filled
    .replace(/^[ \t]*(?:\0[ \t]*)+\n/gm, '')
    .replace(/ ?\0/g, '')
    .replace(/^[ \t]+/gm, '')

function filledIn(filling: Filling): string {
  if (Array.isArray(filling)) return filling.map(({ markdown }) => markdown).join('\n\n') || NOTHING
  if (filling !== null && typeof filling === 'object') return filling.markdown || NOTHING
  return filling === false || filling === null || filling === undefined || filling === ''
    ? NOTHING
    : asValue(String(filling))
}

/** What someone wrote, line by line: a letter is not much larger than it, however many lines there are. */
export const lines = (written: string): Words => ({
  markdown: written
    .trim()
    .split(/\r\n?|\n/)
    .map((line) => '&#32;'.repeat(line.length - line.trimStart().length) + literal(line.trim()))
    .join('\\\n'),
})

/** The same, of a letter that this one answers. */
export const quoted = (written: string): Words => ({ markdown: lines(written).markdown.replace(/^/gm, '> ') })

/** Rows of label and value; those that a letter is about stand out. */
export const rows = (pairs: [label: string, value: string, isMain?: boolean][]): Words => ({
  markdown: pairs
    .map(
      ([label, value, isMain]) =>
        (isMain ? words`| ${label} | = ${value} |` : words`| ${label} | ${value} |`).markdown,
    )
    .join('\n'),
})

/** A list of those who are meant, each with what is said of them, however much. */
export const named = (pairs: [name: string, said: string][]): Words => ({
  markdown: pairs.map(([name, said]) => words`- ${name}: ${said}`.markdown).join('\n'),
})

/** An address in a sentence, which is a link where mail programs show HTML. */
export const linkTo = (address: string): Words => words`[${address}](${address})`

/** Words whose first line is '# ' and the subject, as a letter. */
export function letter(parts: TemplateStringsArray, ...fillings: Filling[]): Letter {
  const [first = '', ...rest] = words(parts, ...fillings).markdown.split('\n')
  return { subject: plainLine(first.replace(/^# /, '')), body: { markdown: rest.join('\n').trim() } }
}

/** How words become a letter, as `letter` does it. */
export type WriteLetter = typeof letter

/** The plain text part, readable in any mail client. */
export const letterAsText = ({ written, body }: Letter): string =>
  [written?.text, letterBodyAsText(body.markdown), `--\n${BRAND}\n`].filter(Boolean).join('\n\n')

/**
 * The HTML part: tables and inline styles, as mail clients want them; the type stands in the cell as well,
 * for those that drop the body. The sheet is for those that read one: it fits rows to a phone, and chooses
 * the colors of the dark.
 */
export function letterAsHtml({ subject, written, body, isPersonal }: Letter): string {
  const { print, words } = printAndWords((written?.html ?? '') + unbroken(letterBodyAsHtml(body.markdown)))
  const head =
    written || isPersonal ? '' : unbroken(`<h1 style="${HEAD}" dir="auto">${escaped(subject)}</h1>\n`)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escaped(subject)}</title><style>${SHEET}</style></head>
<body class="ground" style="margin:0;background:#FBF5E9;${TEXT};color:#2A1B14">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="page" align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;table-layout:fixed">
<tr><td style="padding:0 4px 20px;font:500 22px/40px Fraunces,Georgia,serif;color:#704B37"><img src="${env.BASE_URL}/icon-192.png" alt="" width="40" height="40" style="vertical-align:middle;border-radius:50%;margin-right:12px"><span class="brand">${escaped(BRAND)}</span></td></tr>
<tr><td class="card" style="background:#FFFFFF;border:1px solid #E2D2B6;border-radius:14px">${print}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed"><tr><td class="words" style="padding:28px 24px 12px;${TEXT};color:#2A1B14;overflow-wrap:anywhere;word-break:break-word">
${head}${words}
</td></tr></table></td></tr></table></td></tr></table></body></html>
`
}

const HEAD = `margin:0 0 20px;font-size:26px;${HEADING};line-height:1.2;text-wrap:balance`

const DATE = /\b[A-Z][a-z]{2,8} \d{1,2}, \d{4}\b/g
const HOUR = /\b\d{1,2}:\d{2} [AP]M\b/g
const OUR_PHONE = /(?:\bcall |">)\+?[\d (][\d ()-]{6,}\d/g
const COUNTED = /\b\d{1,2} (?:travelers?|days?)\b/g
const PRODUCT = /\b\d{1,2} × \$[\d,.]{1,12}/g
const CARD = /•••• \d{4}\b/g
const ON_ONE_LINE = [DATE, HOUR, OUR_PHONE, COUNTED, PRODUCT, CARD]

/** On one line each: a date, an hour, the number to call, '2 travelers', '2 × $4,500' and '•••• 4242'. */
const unbroken = (html: string): string =>
  ON_ONE_LINE.reduce((text, one) => text.replace(one, (found) => found.replaceAll(' ', '\u00a0')), html)

/**
 * A row gives label and value what they need: a value that has no room beside its label stands below it, but
 * a sum stays at the right. Where the sheet is not read, a table does.
 */
const ROWS =
  '.rows,.rows tbody{display:block}.rows tr{display:flex;flex-wrap:wrap;justify-content:space-between;padding:8px 0;border-bottom:1px solid #E2D2B6}.rows th{max-width:55%;padding:0 12px 0 0!important;border:0!important}.rows td{padding:0!important;border:0!important;text-align:start!important;min-width:0!important}.rows td.sum{flex:1 1 0;min-width:auto!important;text-align:right!important}'

/** On a phone a button is as wide as the letter. */
const PHONE =
  '@media (max-width:480px){.page{padding:20px 10px!important}.words{padding:24px 20px 8px!important}a.button{display:block!important;text-align:center}}@media (min-width:600px){.words{padding:36px 40px 20px!important}}'

/** Paper on dusk, what is said besides softer, the first button and links in the sun's color. */
const DARK =
  '@media (prefers-color-scheme:dark){.ground{background:#16323C!important}.brand{color:#F6D9A4!important}.card{background:#1F3F4A!important;border-color:#3B5A63!important}.card *{color:#FBF5E9!important;border-color:#3B5A63!important}.card .soft,.card .soft *{color:#CBD6D2!important}.card a{color:#F6D9A4!important}.card code{background:#16323C!important}.card a.button{background:#EDB15A!important;border-color:#EDB15A!important;color:#2A1B14!important}.card a.second{background:transparent!important;border-color:#EDB15A!important;color:#FBF5E9!important}}'

const SHEET = ROWS + PHONE + DARK
