// Plain JavaScript without packages: it runs before anything is installed.
import { existsSync, readFileSync } from 'node:fs'
import { refuseOtherNode } from '../app/server/node-version.mjs'
import { runStep } from './step.mjs'

const INSTALLED = 'node_modules/.package-lock.json'

/**
 * Installs the packages unless all that the lock names are there, in its versions.
 * @param {string} logFolder
 */
export async function install(logFolder) {
  refuseOtherNode()
  if (isInstalled()) return
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund']
  await runStep({ title: 'Installing packages', command: 'npm', args, log: `${logFolder}/install.log` })
}

function isInstalled() {
  if (!existsSync(INSTALLED)) return false
  const installed = packagesIn(INSTALLED)
  return Object.entries(packagesIn('package-lock.json')).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  )
}

/**
 * @param {string} lock
 * @returns {Record<string, { version: string, optional?: boolean }>}
 */
const packagesIn = (lock) => JSON.parse(readFileSync(lock, 'utf8')).packages
