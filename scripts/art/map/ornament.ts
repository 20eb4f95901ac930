import { noise, random } from '#scripts/art/engine/noise'
import { at, FRAME } from './projection'

const round = (n: number) => Math.round(n * 10) / 10

const PATCH = { width: 400, height: 190 }

/** Long dry brush strokes over the land, as gouache leaves them: one patch, laid over and over. */
export function brushStrokes(): string {
  const patches: string[] = []
  for (let row = 0; row * PATCH.height < FRAME.height; row++)
    for (let column = -1; column * PATCH.width < FRAME.width; column++)
      patches.push(
        `<use href="#strokes" x="${column * PATCH.width + ((row * 230) % PATCH.width)}" y="${row * PATCH.height}"/>`,
      )
  return patches.join('')
}

export function brushPatch(): string {
  const next = random(19)
  let light = ''
  let dark = ''
  for (let i = 0; i < 150; i++) {
    const [x, y] = [Math.round(next() * PATCH.width), Math.round(next() * PATCH.height)]
    const half = Math.round(16 + 44 * next())
    const thick = round(0.8 + 2 * next())
    const isDark = next() < 0.6
    if (noise(x / 90, y / 34) < -0.12) continue
    const stroke = `M${x} ${y}q${half}-${thick} ${2 * half} 0q${-half} ${thick}${-2 * half} 0`
    if (isDark) dark += stroke
    else light += stroke
  }
  return `<g id="strokes"><path d="${dark}" fill="#B98048" opacity=".13"/><path d="${light}" fill="#F8DEAB" opacity=".3"/></g>`
}

const TREE =
  'M-10-9C-7-13-3-14 0-14S7-13 10-9C6-10 3-9.6 0-9C-3-9.6-6-10-10-9ZM-.8 2C-.6-4-1.4-6-4.6-9L-3.8-9.4C-1.6-8-.4-6.6 0-5C.5-6.8 1.6-8.2 3.8-9.4L4.6-9C1.6-6.6.8-4 .9 2Z'

/** Small acacias where there is bush and no label: Samburu, Tsavo, Meru, the Serengeti, Laikipia. */
const WOODS = [
  { longitude: 37.6, latitude: 0.95, trees: 6, spread: 0.5 },
  { longitude: 39.1, latitude: -2.5, trees: 7, spread: 0.62 },
  { longitude: 39.5, latitude: 0.1, trees: 4, spread: 0.4 },
  { longitude: 36.1, latitude: -4.2, trees: 6, spread: 0.44 },
  { longitude: 36, latitude: 1.55, trees: 5, spread: 0.34 },
]

export function acacias(): string {
  const next = random(7)
  let trees = ''
  for (const { longitude, latitude, trees: count, spread } of WOODS) {
    const grove = Array.from({ length: count }, () => ({
      place: at(longitude + (next() - 0.5) * spread * 2.2, latitude + (next() - 0.5) * spread),
      size: 0.5 + 0.26 * next(),
    }))
    grove.sort((a, b) => a.place[1] - b.place[1])
    for (const { place, size } of grove)
      trees += `<use href="#tree" transform="translate(${Math.round(place[0])} ${Math.round(place[1])}) scale(${size.toFixed(1)})"/>`
  }
  return `<g fill="#7F7A45">${trees}</g>`
}

export const treeShape = () => `<path id="tree" d="${TREE}"/>`

const MOUNTAIN = {
  slope: 'M-15 8L-4-8Q0-10.5 4-8L15 8Z',
  shade: 'M4-8L15 8H3Q5-1 1-8.8Z',
  snow: 'M-6.6-4L-4-8Q0-10.5 4-8L6.8-3.8L3.4-5.4L1-3.2L-1.8-5.6L-4-3.4Z',
}

/** Mount Kenya and Kilimanjaro, where they stand. */
export function mountains(): string {
  return [
    { place: at(37.31, -0.15), size: 1.05 },
    { place: at(37.36, -3.17), size: 1.45 },
  ]
    .map(
      ({ place: [x, y], size }) =>
        `<g transform="translate(${round(x)} ${round(y)}) scale(${size})"><path d="${MOUNTAIN.slope}" fill="#8A6A52"/><path d="${MOUNTAIN.shade}" fill="#6B4E3C"/><path d="${MOUNTAIN.snow}" fill="#FFF8EA"/></g>`,
    )
    .join('')
}
