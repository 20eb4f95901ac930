import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { mapDrawing } from './map/drawing'
import { FRAME, projection } from './map/projection'

// npx tsx scripts/art/map.ts   draws app/tours/kenya.svg, and writes down where a longitude and a latitude lie on it
const folder = path.resolve(import.meta.dirname, '../../app/tours')
const LIMITS = { raw: 35_000, packed: 11_000 }

const svg = mapDrawing()
const packed = gzipSync(svg, { level: 9 }).length
await writeFile(path.join(folder, 'kenya.svg'), `${svg}\n`)
const over = svg.length > LIMITS.raw || packed > LIMITS.packed ? ' OVER ITS LIMIT' : ''
console.log(`kenya.svg ${svg.length} bytes, ${packed} packed${over}`)

const [x, y] = projection.translate()
const exact = (n: number) => Number(n.toFixed(3))
await writeFile(
  path.join(folder, 'kenya-frame.ts'),
  `// Written by scripts/art/map.ts: change the drawing there, not this file.
/** The frame of kenya.svg and its Mercator projection: units for one radian, and where 0°, 0° lies. */
export const KENYA_FRAME = {
  width: ${FRAME.width},
  height: ${FRAME.height},
  radian: ${exact(projection.scale())},
  origin: { x: ${exact(x)}, y: ${exact(y)} },
} as const
`,
)
