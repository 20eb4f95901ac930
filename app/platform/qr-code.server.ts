import { encode } from 'uqr'

/** Light modules around it, without which cameras do not find it. */
const BORDER = 4

export type QrCode = { size: number; path: string }

/** A QR code as one path, and how many units wide and high it is: a square for each dark module. */
export function qrCode(text: string): QrCode {
  const { size, data } = encode(text, { border: BORDER, ecc: 'M' })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: squares.join('') }
}
