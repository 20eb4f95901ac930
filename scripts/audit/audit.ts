import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright'
import { SITE_LINKS } from '#app/site-pages'
import { build } from '../build.mjs'
import { freePort } from '../demo/ports'
import { installChromium } from '../test/chromium.mjs'
import { figuresMet } from './figures'
import { askLighthouse, type Verdict } from './lighthouse'
import { load, type PageLoad } from './load'
import { look } from './look'
import type { Measured } from './measured'
import { report } from './report'
import { startSite } from './site'

const LOGS = '.cache/audit'
const SLOW_LOADS = 3

/** Measures every public page and prints one table. True when every figure is met. */
export async function audit(words: string[]): Promise<boolean> {
  const { runs, paths } = options(words)
  await build(LOGS)
  const executablePath = await installChromium(LOGS)
  const site = await startSite()
  const port = await freePort(9_300)
  const args = ['--no-sandbox', `--remote-debugging-port=${port}`]
  const browser = await chromium.launch({ executablePath, args })
  try {
    const pages: Measured[] = []
    for (const path of paths) pages.push(await measure({ browser, port }, site.url, path, runs))
    console.log(report(pages, runs))
    return pages.every(figuresMet)
  } finally {
    await browser.close()
    await site.close()
  }
}

function options(words: string[]): { runs: number; paths: string[] } {
  const { values } = parseArgs({
    args: words,
    options: { runs: { type: 'string', default: '5' }, page: { type: 'string', multiple: true } },
  })
  const runs = Number(values.runs)
  if (!Number.isInteger(runs) || runs < 1) throw new Error('  --runs is a whole number from 1')
  return { runs, paths: values.page ?? [...SITE_LINKS.map(({ to }) => to), '/checkout'] }
}

type Chromium = { browser: Browser; port: number }

async function measure(
  { browser, port }: Chromium,
  url: string,
  path: string,
  runs: number,
): Promise<Measured> {
  const slowly = Math.min(runs, SLOW_LOADS)
  console.log(`  ${path}: Lighthouse × ${runs}, a slow line × ${slowly}, then a look at each width …`)
  // The first guest fills the page's memory; it is packed a moment later.
  await fetch(url + path)
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const verdicts: Verdict[] = []
  const session = await browser.newBrowserCDPSession()
  for (let run = 0; run < runs; run += 1) {
    // Each run is a first visit: Lighthouse itself leaves the cookies of the last one.
    await session.send('Storage.clearCookies')
    verdicts.push(await askLighthouse(port, url + path))
  }
  const loads: PageLoad[] = []
  for (let run = 0; run < slowly; run += 1) loads.push(await load(browser, url + path))
  return { path, verdicts, loads, look: await look(browser, url + path) }
}
