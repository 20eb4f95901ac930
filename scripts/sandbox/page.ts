/** HTML that is already safe to stand in a page. */
export type Markup = { readonly markup: string }
type Insert = string | number | Markup | Insert[] | null | undefined | false

/** Writes HTML; every inserted value is escaped unless it is itself made by `html`. */
export function html(parts: TemplateStringsArray, ...inserts: Insert[]): Markup {
  return {
    markup: parts
      .map((part, index) => part + (index < inserts.length ? written(inserts[index]) : ''))
      .join(''),
  }
}

function written(insert: Insert): string {
  if (insert === null || insert === undefined || insert === false) return ''
  if (Array.isArray(insert)) return insert.map(written).join('')
  if (typeof insert === 'object') return insert.markup
  return escaped(String(insert))
}

function escaped(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

interface Page {
  title: string
  body: Markup
  /** Rules of this page alone, after the shared ones. */
  css?: string
  /** Reloads the page by itself, for lists that fill while one watches. */
  refreshSeconds?: number
}

/** A whole document in the sandbox's own look. */
export function page({ title, body, css = '', refreshSeconds }: Page): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
${refreshSeconds ? `<meta http-equiv="refresh" content="${refreshSeconds}">` : ''}<meta name="robots" content="noindex">
<title>${escaped(title)}</title><link rel="icon" href="data:,"><style>${LOOK}${css}</style></head><body>${body.markup}</body></html>`
}

/** Cents as a price: 125000, 'usd' is $1,250.00. */
export function price(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).format(
    cents / 100,
  )
}

const LOOK = `
:root{--paper:#FBF5E9;--ink:#2A1B14;--umber:#704B37;--soft:#7A6558;--line:#E9DDCB;--wash:#F4E9D8;--danger:#A32A1C;--leaf:#3F6B3C}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif;-webkit-font-smoothing:antialiased}
a{color:var(--umber);text-underline-offset:3px}
h1,h2,h3,p{margin:0}
h1{font-size:1.6rem;line-height:1.2;letter-spacing:-.015em;font-weight:650}
h2{font-size:1.05rem;font-weight:650}
.strip{background:var(--ink);color:var(--paper);font-size:.85rem;padding:.55rem 1rem;text-align:center;letter-spacing:.01em}
.strip b{color:#F0C987;font-weight:600}
.card{background:#fff;border-radius:14px;border:1px solid var(--line);box-shadow:0 1px 2px rgba(42,27,20,.05),0 8px 24px rgba(42,27,20,.04)}
.soft{color:var(--soft)}
.small{font-size:.85rem}
.button{display:inline-flex;align-items:center;justify-content:center;gap:.5rem;min-height:44px;padding:.6rem 1.2rem;border-radius:10px;border:1px solid var(--umber);background:var(--umber);color:#fff;font:inherit;font-weight:600;cursor:pointer;text-decoration:none}
.button:hover{background:#5B3B2A}
.button.plain{background:#fff;color:var(--umber)}
.button.plain:hover{background:var(--wash)}
.button.little{min-height:32px;padding:.2rem .7rem;font-size:.85rem;border-radius:8px}
:is(a,button,input,select):focus-visible{outline:3px solid #C98A4B;outline-offset:2px}
.tag{display:inline-block;padding:.1rem .55rem;border-radius:99px;font-size:.78rem;font-weight:600;background:var(--wash);color:var(--umber);white-space:nowrap}
.tag.good{background:#E4EFDF;color:#2F5530}
.tag.bad{background:#F8E0DA;color:#8A2417}
code,.mono{font:.82em ui-monospace,SFMono-Regular,Menlo,monospace}
.empty{padding:2rem 1.25rem;text-align:center;color:var(--soft)}
`
