// Plain JavaScript without packages: it runs before anything is installed.
import { existsSync, readFileSync } from 'node:fs'
import { runStep } from './step.mjs'

const INSTALLED = 'node_modules/.package-lock.json'
const OLDEST_NODE = { major: 20, minor: 12 }

/**
 * Installs the packages unless all that the lock names are there, in its versions.
 * @param {string} logFolder
 */
export async function install(logFolder) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < OLDEST_NODE.major || (major === OLDEST_NODE.major && minor < OLDEST_NODE.minor)) {
    const oldest = `${OLDEST_NODE.major}.${OLDEST_NODE.minor}`
    throw new Error(`  This needs Node ${oldest} or later; here is ${process.versions.node}.`)
  }
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
