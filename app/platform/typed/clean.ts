// What is taken out of typed text before it is looked at. Safe in the browser, without zod.

const withoutDirections = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')

/** Line breaks, control marks and marks that turn the writing direction have no place in a single line. */
export const oneLine = (text: string): string =>
  withoutDirections(text.normalize('NFC').replace(/[\p{Cc}\u2028\u2029]+/gu, ' '))
    .replace(/ {2,}/g, ' ')
    .trim()

/**
 * A name in one line, with the blank that belongs behind initials and abbreviations: mail programs make a
 * link of 'St.John', and none of 'St. John'.
 */
export const nameLine = (text: string): string =>
  oneLine(text).replace(/(?<![^\s.])(\p{Lu}\p{L}{0,3}\.)(?=\p{Lu}\p{Ll})/gu, '$1 ')

/** Keeps lines, tabs and the blanks around; a form sends CRLF where the browser counted one character. */
export const lines = (text: string): string =>
  withoutDirections(
    text
      .normalize('NFC')
      .replace(/\r\n?/g, '\n')
      .replace(/(?![\n\t])\p{Cc}/gu, ''),
  )

/** The same without blanks around the whole. */
export const letter = (text: string): string => lines(text).trim()

/** The same with at most one empty line between two paragraphs, and no blanks at the ends of lines. */
export const paragraphs = (text: string): string =>
  lines(text)
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
