import sharp from 'sharp'
import type { Locator, Page } from './site-test'

/**
 * Asks for one share of all pixels: the worst hundredth may be a star, the next one is what people read on.
 */
const WORST = 0.01

/**
 * The contrast of words with what lies under them, at the worst hundredth of the pixels; each by its name.
 */
export async function contrastsUnder(page: Page, words: Record<string, Locator>) {
  const read: Record<string, Words> = {}
  for (const [name, locator] of Object.entries(words)) read[name] = await locator.evaluate(lookAt)
  const picture = await decoded(await withoutWords(page))
  const contrasts: Record<string, number> = {}
  for (const [name, { color, boxes }] of Object.entries(read)) {
    const ink = luminance(...rgb(color))
    const under = await Promise.all(boxes.map((box) => luminancesIn(picture, box)))
    const sorted = Float64Array.from(under.flat(), (one) => ratio(one, ink)).sort()
    contrasts[name] = sorted[Math.floor(sorted.length * WORST)] ?? 0
  }
  return contrasts
}

type Box = { x: number; y: number; width: number; height: number }
type Words = { color: string; boxes: Box[] }

/** Runs in the page. Looks at the words alone: a sign beside them has its own colors. */
function lookAt(element: Element): Words {
  const boxes: Box[] = []
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    for (const { x, y, width, height } of range.getClientRects())
      if (width >= 1 && height >= 1) boxes.push({ x, y, width, height })
  }
  return { color: getComputedStyle(element).color, boxes }
}

/** The site's policy lets no style element in; a sheet that a script makes is let in. */
async function withoutWords(page: Page): Promise<Buffer> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('header *, .hero * { color: transparent !important; transition: none !important }')
    document.adoptedStyleSheets = [sheet]
  })
  const screenshot = await page.screenshot()
  await page.evaluate(() => {
    document.adoptedStyleSheets = []
  })
  return screenshot
}

/** Its pixels as they are, of which every box of words takes some. */
async function decoded(screenshot: Buffer) {
  const { data, info } = await sharp(screenshot).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: info })
}

async function luminancesIn(
  picture: Awaited<ReturnType<typeof decoded>>,
  { x, y, width, height }: Box,
): Promise<number[]> {
  const area = { left: Math.max(0, Math.floor(x)), top: Math.max(0, Math.floor(y)) }
  const size = { width: Math.floor(width), height: Math.floor(height) }
  const pixels = await picture
    .clone()
    .extract({ ...area, ...size })
    .raw()
    .toBuffer()
  return Array.from({ length: pixels.length / 3 }, (_, at) =>
    luminance(pixels[at * 3] ?? 0, pixels[at * 3 + 1] ?? 0, pixels[at * 3 + 2] ?? 0),
  )
}

function rgb(color: string): [number, number, number] {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number)
  return [red, green, blue]
}

/** WCAG 2.2's relative luminance. */
function luminance(red: number, green: number, blue: number): number {
  const linear = (channel: number) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

const ratio = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
