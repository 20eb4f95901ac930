// Plain JavaScript without packages: it runs before anything is installed.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { refuseOtherNode } from '../app/server/node-version.mjs'
import { runStep } from './step.mjs'

const INSTALLED = 'node_modules/.package-lock.json'
/** Holds the digest of the lock whose packages for the site alone are there. */
const FOR_THE_SITE = 'node_modules/.for-the-site'

const LOCK = 'package-lock.json'

/**
 * Installs the packages unless all that the lock names are there, in its versions.
 * @param {string} logFolder
 */
export async function install(logFolder) {
  refuseOtherNode()
  if (!isInstalled()) await installPackages(logFolder, [])
}

/**
 * The same for those who only build and run the site, beside the sandbox: without what tests and measuring
 * alone need, which are workspaces, too (package.json).
 * @param {string} logFolder
 */
export async function installForTheSite(logFolder) {
  refuseOtherNode()
  const digest = createHash('sha256').update(readFileSync(LOCK)).digest('hex')
  if (existsSync(FOR_THE_SITE) && readFileSync(FOR_THE_SITE, 'utf8') === digest) return
  if (isInstalled()) return
  await installPackages(logFolder, ['--workspace=scripts/sandbox', '--include-workspace-root'])
  writeFileSync(FOR_THE_SITE, digest)
}

/**
 * @param {string} logFolder
 * @param {string[]} which
 */
const installPackages = (logFolder, which) =>
  runStep({
    title: 'Installing packages',
    command: 'npm',
    args: ['ci', '--include=dev', ...which],
    log: `${logFolder}/install.log`,
  })

function isInstalled() {
  if (!existsSync(INSTALLED)) return false
  const installed = packagesIn(INSTALLED)
  return Object.entries(packagesIn(LOCK)).every(
    ([path, { version, optional }]) =>
      !path.includes('node_modules/') || optional || installed[path]?.version === version,
  )
}

/**
 * @param {string} lock
 * @returns {Record<string, { version: string, optional?: boolean }>}
 */
const packagesIn = (lock) => JSON.parse(readFileSync(lock, 'utf8')).packages
