import { access, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Scene } from '#scripts/art/engine/scene'

const PREVIEW_WIDTH = 24
const PREVIEW_LIMIT = 250

/** Writes the table the site reads, for every scene whose files are there. */
export async function writeTable(scenes: readonly Scene[], folder: string, file: string) {
  const rows: string[] = []
  for (const scene of scenes) {
    const largest = `${folder}/${scene.slug}-${Math.max(...scene.widths)}.jpg`
    if (!(await exists(largest))) continue
    rows.push(await row(scene, largest))
  }
  await writeFile(file, `${HEAD}export const PICTURES = {\n${rows.join('')}}${END}`)
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

const HEAD = `// Written by scripts/art/export.ts: change the scene there, not this file.
import type { Picture } from './picture'

`
const END = ` satisfies Record<string, Picture>

export type PictureSlug = keyof typeof PICTURES
`

async function row(scene: Scene, largest: string) {
  const width = Math.max(...scene.widths)
  const widths = [...scene.widths].sort((a, b) => a - b).join(', ')
  const text = (words: string) => (words.includes("'") ? JSON.stringify(words) : `'${words}'`)
  const key = scene.slug.includes('-') ? `'${scene.slug}'` : scene.slug
  return `  ${key}: {
    title: ${text(scene.title)},
    alt: ${text(scene.alt)},
    place: ${text(scene.place)},
    width: ${width},
    height: ${Math.round(width * scene.aspect)},
    widths: [${widths}],
    focus: { x: ${scene.focus.x}, y: ${scene.focus.y} },
    preview:
      '${await preview(largest)}',
  },
`
}

async function preview(largest: string) {
  for (let quality = 40; quality > 0; quality -= 5) {
    const image = await sharp(largest)
      .resize({ width: PREVIEW_WIDTH })
      .webp({ quality, alphaQuality: 0, effort: 6 })
      .toBuffer()
    const address = `data:image/webp;base64,${image.toString('base64')}`
    if (address.length <= PREVIEW_LIMIT) return address
  }
  throw new Error(`${largest} cannot be previewed in ${PREVIEW_LIMIT} bytes`)
}
