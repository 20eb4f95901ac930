// Plain JavaScript without packages: it runs before anything is installed.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runStep } from '../step.mjs'

// The headless shell is the same engine without a browser around it: the tests take half as long.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/**
 * The browser that the tests drive: CHROMIUM_PATH, or one that this machine has; null where there is none.
 */
export function chromium() {
  const named = process.env.CHROMIUM_PATH
  if (named) return existsSync(named) ? named : null
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(existsSync) ?? null
}

/**
 * Gives the browser, from the system's packages where there is none.
 * @param {string} logFolder
 */
export async function installChromium(logFolder) {
  const found = chromium()
  if (found) return found
  const asRoot = process.getuid?.() === 0 ? '' : 'sudo -n '
  const script = `${asRoot}apt-get update && ${asRoot}apt-get install -y --no-install-recommends chromium-headless-shell || ${asRoot}apt-get install -y --no-install-recommends chromium`
  await runStep({
    title: 'Installing Chromium',
    command: 'bash',
    args: ['-c', script],
    log: `${logFolder}/chromium.log`,
  })
  const installed = chromium()
  if (!installed) throw new Error('  There is no Chromium. Install one and set CHROMIUM_PATH to it.')
  return installed
}
