export type PhotoKind = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic'

const text = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

/**
 * What a file is by its first bytes, whatever it is called; null for anything that is not a photograph. Asked
 * before any decoder sees the file, so that those for SVG, PDF, GIF and TIFF never run.
 */
export function photoKind(bytes: Uint8Array): PhotoKind | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'webp'
  if (text(bytes, 4, 8) !== 'ftyp') return null
  const brand = text(bytes, 8, 12)
  if (brand === 'avif' || brand === 'avis') return 'avif'
  return /^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand) ? 'heic' : null
}
