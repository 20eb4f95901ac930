export type ListFile = { text: string } | { refused: string }

/**
 * Reads a file of addresses as text, in the encodings that spreadsheets write. Refuses, in a sentence, what
 * is not text.
 */
export function textOfList(bytes: Uint8Array): ListFile {
  if (startsWith(bytes, [0x50, 0x4b]) || startsWith(bytes, [0xd0, 0xcf])) {
    return { refused: 'This is a spreadsheet, not a CSV file. Save it as CSV first, then choose that file.' }
  }
  const isUtf16 = startsWith(bytes, [0xff, 0xfe])
  const text = isUtf16
    ? decoded(bytes, 'utf-16le')
    : (decoded(bytes, 'utf-8') ?? decoded(bytes, 'windows-1252'))
  if (text === null || text.includes('\0')) {
    return { refused: 'This file is not text. Please choose a CSV or text file with email addresses.' }
  }
  return { text }
}

const startsWith = (bytes: Uint8Array, mark: number[]) => mark.every((byte, index) => bytes[index] === byte)

/** Null where the bytes are not of that encoding. A byte order mark is left out. */
function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
