import { lakeOutlines } from './lakes'
import { acacias, brushPatch, brushStrokes, mountains, treeShape } from './ornament'
import { FRAME, kenyaOutline, neighbourOutlines } from './projection'

/** Strokes along the shore, from the open sea inward: width and opacity. */
const SHALLOWS = [
  [50, 0.16],
  [36, 0.22],
  [23, 0.3],
  [12, 0.45],
] as const

/** Land, sea, lakes and mountains. Words, route and pins are the page's own, over it. */
export function mapDrawing(): string {
  const { width, height } = FRAME
  const neighbours = neighbourOutlines()
    .map((line) => `<path d="${line}"/>`)
    .join('')
  const shallows = SHALLOWS.map(
    ([stroke, opacity]) =>
      `<g stroke-width="${stroke}" opacity="${opacity}"><use href="#around"/><use href="#kenya"/></g>`,
  ).join('')
  const lakes = lakeOutlines()
    .map((shore) => `<path d="${shore}"/>`)
    .join('')
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><title>Kenya</title>`,
    `<defs><path id="kenya" d="${kenyaOutline()}"/><g id="around">${neighbours}</g>${treeShape()}${brushPatch()}<clipPath id="land"><use href="#kenya"/></clipPath></defs>`,
    `<rect width="${width}" height="${height}" fill="#BCD3C6"/>`,
    `<g fill="none" stroke="#E9EEDD" stroke-linejoin="round">${shallows}</g>`,
    '<use href="#around" fill="#F1E4CC" stroke="#DCC8A6" stroke-width="1.2"/>',
    '<use href="#kenya" fill="#704B37" opacity=".28" transform="translate(4 6)"/>',
    '<use href="#kenya" fill="#EBC88C"/>',
    `<g clip-path="url(#land)">${brushStrokes()}<g fill="none" stroke="#C98C4E" stroke-linejoin="round"><use href="#kenya" stroke-width="18" opacity=".32"/><use href="#kenya" stroke-width="7" opacity=".4"/></g></g>`,
    '<use href="#kenya" fill="none" stroke="#704B37" stroke-width="1.8" stroke-linejoin="round"/>',
    `<g fill="#8FB9B4" stroke="#4F8A8C" stroke-width="1.1">${lakes}</g>`,
    acacias(),
    mountains(),
    '</svg>',
  ].join('\n')
}
