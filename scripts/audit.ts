// npm run audit: measures the built site against the figures we promised, and fails where one is missed. --
// --runs 1 is quicker and less certain; -- --page /gallery measures one page. Wants an idle machine: minutes,
// not more.
import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright'
import { startSite } from '#tests/fixtures/site'
import { figuresMet, report } from './audit/figures'
import { askLighthouse, load, look, type Measured, type PageLoad, type Verdict } from './audit/measure'
import { build } from './build.mjs'
import { freePort } from './demo/ports'
import { PAGES_TO_A_SEAT } from './pages-to-a-seat'
import { installChromium } from './test/chromium.mjs'

const LOGS = '.cache/audit'
const SLOW_LOADS = 3

process.exitCode = (await audit(process.argv.slice(2))) ? 0 : 1

/** Measures every public page and prints one table. True when every figure is met. */
async function audit(words: string[]): Promise<boolean> {
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
  return { runs, paths: values.page ?? PAGES_TO_A_SEAT }
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
