import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

let folder = 'data/demo'

/**
 * All that is remembered from one run to the next stands in this folder: the demo's own one, unless another
 * is named.
 */
export function keepDataIn(another: string): void {
  folder = another
}

export const dataFolder = (): string => folder

export const inDataFolder = (name: string): string => join(folder, name)

export const makeDataFolder = (): void => void mkdirSync(folder, { recursive: true })

/** Starts over; the logs of this run's first steps stay. */
export function forget(): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder, { encoding: 'utf8' })) {
    if (name !== 'logs' && name !== 'starting') rmSync(inDataFolder(name), { recursive: true, force: true })
  }
}
