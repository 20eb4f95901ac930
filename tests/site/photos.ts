import sharp from 'sharp'

export const AMINA = { id: 1, username: 'Amina' }

type Shape = { width?: number; height?: number; color?: string }

/**
 * A photograph of one color, with what a camera writes into it: its name, the place, and that it lies on its
 * side.
 */
export const aPhoto = ({ width = 1200, height = 800, color = '#c05020' }: Shape = {}) =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .jpeg()
    .withExif({
      IFD0: { Make: 'Savanna Camera', Copyright: 'A traveler' },
      IFD3: { GPSLatitude: '1/1 17/1 0/1', GPSLatitudeRef: 'S' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()

/** A scan of more bytes than may be sent. */
export const aHeavyPhoto = () =>
  sharp({ create: { width: 2600, height: 2100, channels: 3, background: '#c05020' } })
    .png({ compressionLevel: 0 })
    .toBuffer()

/** A PNG of 30,000 × 30,000 pixels in some hundred bytes: its head says so, and hardly anything follows. */
export async function aHugePicture(): Promise<Buffer> {
  const small = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
  const head = Buffer.from(small)
  head.writeUInt32BE(30_000, 16)
  head.writeUInt32BE(30_000, 20)
  head.writeUInt32BE(crc32(head.subarray(12, 29)), 29)
  return head
}

/** The check sum of a PNG's parts. */
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

export const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
export const PROGRAM = Buffer.concat([Buffer.from('MZ\x90\x00\x03'), Buffer.alloc(2_000, 7)])
export const HEIC = Buffer.concat([Buffer.from('\x00\x00\x00\x18ftypheic'), Buffer.alloc(200)])
