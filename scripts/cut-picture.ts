import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Picture } from '#app/site/picture'
import { PICTURES, type PictureSlug } from '#db/seed/pictures'
import { inShapeOf, writePreview, writeSharePictures, writeWidths } from './pictures/cut'

// npx tsx scripts/cut-picture.ts lion-kopje photograph.jpg
// cuts a photograph for the place of a picture in db/seed/pictures.ts: every width and format, what is
// shared of it, and its preview. Title, alt text and place are the table's, and written there by hand.
// Half a minute: --effort 0 packs less tightly, to look at it first.
const root = join(import.meta.dirname, '..')
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    folder: { type: 'string', default: join(root, 'public/pictures') },
    effort: { type: 'string', default: '6' },
    table: { type: 'string', default: join(root, 'db/seed/pictures.ts') },
  },
})
const [slug = '', file] = positionals

try {
  if (!isPicture(slug) || !file)
    throw new Error(`Name a picture and a file: ${Object.keys(PICTURES).join(', ')}.`)
  const picture: Picture = PICTURES[slug]
  const bitmap = await inShapeOf(picture, file)
  const written = [
    ...(await writeWidths(slug, picture, bitmap, { folder: values.folder, effort: Number(values.effort) })),
    ...(await writeSharePictures(slug, bitmap, values.folder)),
  ]
  for (const { name, bytes, limit } of written)
    console.log(`${name} ${bytes} bytes${limit && bytes > limit ? ', OVER ITS LIMIT' : ''}`)
  await writePreview(slug, bitmap, values.table)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function isPicture(slug: string): slug is PictureSlug {
  return slug in PICTURES
}
