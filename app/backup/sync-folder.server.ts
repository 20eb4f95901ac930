import { open } from 'node:fs/promises'

/** Brings the names in a folder to the disk: a new one is there only then, whatever was synced of the file. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}
