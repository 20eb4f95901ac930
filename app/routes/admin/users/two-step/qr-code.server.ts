import { encode } from 'uqr'

/** Light modules around it, without which cameras do not find it. */
const BORDER = 4

/** A QR code as one path of a drawing that is so many units wide and high: a square for each dark module. */
export function qrCode(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { border: BORDER, ecc: 'M' })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: squares.join('') }
}
