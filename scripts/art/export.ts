import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { render } from './engine/render'
import { writeWidth } from './export/files'
import { writeSharePictures } from './export/share-pictures'
import { writeTable } from './export/table'
import { SCENES } from './scenes'

// npx tsx scripts/art/export.ts [slugs…]   paints and writes them; the table always lists what is there
// npx tsx scripts/art/export.ts none       writes the table alone
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const folder = path.join(root, 'public/pictures')
const asked = process.argv.slice(2)
const scenes = asked.length ? SCENES.filter(({ slug }) => asked.includes(slug)) : SCENES

await mkdir(folder, { recursive: true })
for (const scene of scenes) {
  const bitmap = await render(scene, Math.max(...scene.widths))
  for (const width of scene.widths) {
    for (const { file, bytes, limit, quality } of await writeWidth(scene, bitmap, width, folder)) {
      const over = limit !== undefined && bytes > limit ? ' OVER ITS LIMIT' : ''
      console.log(`${path.basename(file)} ${bytes} bytes at quality ${quality}${over}`)
    }
  }
  await writeSharePictures(scene.slug, bitmap, folder)
}
await writeTable(SCENES, folder, path.join(root, 'app/content/pictures.ts'))
