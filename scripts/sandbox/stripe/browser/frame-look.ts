import type { Look } from './protocol'

const VARIABLES: Record<string, string> = {
  borderRadius: '5px',
  colorBackground: '#ffffff',
  colorDanger: '#df1b41',
  colorPrimary: '#0570de',
  colorText: '#30313d',
  colorTextPlaceholder: '#757680',
  colorTextSecondary: '#6d6e78',
  fontFamily: '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, sans-serif',
  fontSizeBase: '16px',
  fontSizeSm: '0.93rem',
  fontWeightMedium: '500',
  spacingGridColumn: '',
  spacingGridRow: '',
  spacingUnit: '4px',
}

/**
 * Dresses the frame by the page's appearance. Through the CSSOM alone: what a page says is never parsed as
 * markup.
 */
export function wear(look: Look, type: string): void {
  document.adoptedStyleSheets = [
    sheetOf(BASE),
    sheetOf(type === 'card' ? ONE_LINE : STACKED),
    ruled(look),
    styled(look.style),
  ]
  const values = { ...VARIABLES, ...look.variables }
  for (const [name, value] of Object.entries(values))
    document.documentElement.style.setProperty(`--${name}`, value)
  for (const font of look.fonts ?? []) load(font)
}

function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}

// `{ '.Input:focus': { borderColor: '#704B37' } }`
function ruled({ rules = {} }: Look): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  for (const [selector, declarations] of Object.entries(rules)) {
    if (/^\.[\w-]+[^{}]*$/.test(selector)) add(sheet, selector, declarations)
  }
  return sheet
}

// The card element's own `style: { base, invalid, complete }`, with pseudo-classes nested inside.
function styled(style: Look['style'] = {}): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  const where: Record<string, string> = {
    base: '.Input',
    invalid: '.Input--invalid',
    complete: '.Input--complete',
    empty: '.Input:placeholder-shown',
  }
  for (const [state, declarations] of Object.entries(style)) {
    const selector = where[state]
    if (!selector) continue
    const plain = Object.entries(declarations).filter(([, value]) => typeof value === 'string')
    add(sheet, selector, Object.fromEntries(plain) as Record<string, string>)
    for (const [pseudo, inner] of Object.entries(declarations)) {
      if (/^::?[\w-]+$/.test(pseudo) && typeof inner === 'object')
        add(sheet, selector + pseudo, inner as Record<string, string>)
    }
  }
  return sheet
}

function add(sheet: CSSStyleSheet, selector: string, declarations: Record<string, string>): void {
  try {
    const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)]
    if (!(rule instanceof CSSStyleRule)) return
    for (const [name, value] of Object.entries(declarations)) {
      rule.style.setProperty(
        name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
        value,
      )
    }
  } catch {
    console.warn(`Stripe sandbox: the appearance rule ${selector} is not understood`)
  }
}

function load({ cssSrc, family, src, weight, style }: NonNullable<Look['fonts']>[number]): void {
  if (cssSrc) {
    if (document.querySelector(`link[href="${CSS.escape(cssSrc)}"]`)) return
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = cssSrc
    document.head.append(link)
  } else if (family && src) {
    const face = new FontFace(family, src, { ...(weight && { weight }), ...(style && { style }) })
    face.load().then(
      (loaded) => document.fonts.add(loaded),
      () => {},
    )
  }
}

const BASE = `
*{box-sizing:border-box}
html{background:transparent}
body{margin:0;padding:4px;background:transparent;color:var(--colorText);font-family:var(--fontFamily);font-size:var(--fontSizeBase);line-height:1.4;-webkit-font-smoothing:antialiased}
form{margin:0}
.Input{width:100%;font:inherit;color:inherit;outline:0;margin:0}
.Input::placeholder{color:var(--colorTextPlaceholder);opacity:1}
.brands{display:flex;gap:4px;pointer-events:none}
.brands svg{width:26px;height:17px;border-radius:3px;transition:opacity .15s}
.brands[data-brand]:not([data-brand=unknown]) svg:not([data-chosen]){opacity:.18}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
@media(prefers-reduced-motion:reduce){*{transition:none!important}}
`

const STACKED = `
#card-form{display:grid;grid-template-columns:1fr 1fr;gap:var(--spacingGridRow,calc(var(--spacingUnit)*3)) var(--spacingGridColumn,calc(var(--spacingUnit)*3))}
#card-form{row-gap:calc(var(--spacingUnit)*3);column-gap:calc(var(--spacingUnit)*3)}
.Field{min-width:0}.Field:first-child,.Field--whole{grid-column:1/-1}.Terms{margin:0;font-size:var(--fontSizeSm);color:var(--colorTextSecondary)}.Error:empty{display:none}
.Label{display:block;font-size:var(--fontSizeSm);margin-bottom:var(--spacingUnit);color:var(--colorText)}
.box{position:relative}
.Input{padding:calc(var(--spacingUnit)*3);min-height:44px;border:1px solid #e6e6e6;border-radius:var(--borderRadius);background:var(--colorBackground);box-shadow:0 1px 1px rgba(0,0,0,.03),0 3px 6px rgba(0,0,0,.02)}
.Input:focus{border-color:var(--colorPrimary);box-shadow:0 0 0 3px color-mix(in srgb,var(--colorPrimary) 25%,transparent),0 1px 1px rgba(0,0,0,.03)}
.Input--invalid{color:var(--colorDanger);border-color:var(--colorDanger)}
.Field:first-child:not(.Field--whole) .Input{padding-right:104px}
.brands{position:absolute;right:12px;top:50%;transform:translateY(-50%)}
.Error{color:var(--colorDanger);font-size:var(--fontSizeSm);margin:var(--spacingUnit) 0 0}
@media(max-width:260px){#card-form{grid-template-columns:1fr}}
`

const ONE_LINE = `
#card-form{display:flex;align-items:center;gap:.5rem}
.Field{flex:0 0 auto}.Field:first-child{flex:1 1 auto;display:flex;align-items:center;gap:.6rem;min-width:0}
.Field:nth-child(2){width:5.2em}.Field:nth-child(3){width:3.6em}
.Label{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.box{display:flex;align-items:center;gap:.6rem;width:100%;min-width:0}.box .brands{order:-1}
.Input{border:0;background:transparent;padding:2px 0;min-width:0}
.Input--invalid{color:var(--colorDanger)}
.Error{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.brands svg:not([data-chosen]):not(:first-child){display:none}
.brands[data-brand]:not([data-brand=unknown]) svg:not([data-chosen]){display:none}
`
