import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright'

/** The Chromium that Playwright brought, or else the one on this machine's path. */
export function aChromium(): Promise<Browser> {
  const own = chromium.executablePath()
  const found = existsSync(own) ? own : onPath(['chromium', 'chromium-browser', 'google-chrome'])
  return chromium.launch({ args: ['--no-sandbox'], ...(found && { executablePath: found }) })
}

function onPath(names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path))
}
