// What is taken out of typed text before it is looked at. Safe in the browser, without zod.

/** Marks that turn the writing direction or that nothing shows, in any text. */
const withoutDirections = (text: string): string => text.replace(/[\u202a-\u202e\u2060-\u206f\ufeff]/g, '')

/** What comes along when text is copied and means nothing in one line: it is not seen, but compared. */
const withoutInvisible = (text: string): string =>
  withoutDirections(text).replace(
    /\u034f|\u17b4|\u17b5|[\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u3164\uffa0\ufff9-\ufffb]/g,
    '',
  )

/** Persian, the scripts of India and emoji join signs with these; beside a blank they join nothing. */
const withoutLooseJoiners = (text: string): string =>
  text.replace(/(?<![^\s\u200c\u200d])[\u200c\u200d]|[\u200c\u200d](?![^\s\u200c\u200d])/g, '')

/** Line breaks, control marks and what no one sees have no place in a single line; all blanks are alike. */
export const oneLine = (text: string): string =>
  withoutLooseJoiners(withoutInvisible(text.normalize('NFC')).replace(/[\p{Cc}\p{Zs}\u2028\u2029]+/gu, ' '))
    .replace(/ {2,}/g, ' ')
    .trim()

/**
 * A name in one line, with the blank that belongs behind initials and abbreviations: mail programs make a
 * link of 'St.John', and none of 'St. John'.
 */
export const nameLine = (text: string): string =>
  oneLine(text)
    .replace(/(?<![^\s.])(\p{Lu}\p{L}{0,3}\.)(?=\p{Lu}\p{Ll})/gu, '$1 ')
    .replace(/(?<![^\s.])((?:st|ste|sta|sto|ma|md|mohd|dr|mr|mrs|ms|fr|prof|rev)\.)(?=\p{L}{4})/giu, '$1 ')

/**
 * An email address as mail servers have it: in plain letters where it was typed or pasted in wide or curly
 * ones, a domain of other letters as its xn-- name.
 */
export function plainAddress(text: string): string {
  const address = oneLine(text.normalize('NFKC'))
    .replace(/[\u200c\u200d]/g, '')
    .replace(/[‘’]/g, "'")
  const domain = address.slice(address.lastIndexOf('@') + 1)
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) || /^\p{ASCII}*$/u.test(domain)) return address
  const host = URL.canParse(`https://${domain}`) ? new URL(`https://${domain}`).hostname : domain
  return `${address.slice(0, address.length - domain.length)}${host}`
}

/** The digit from 0 to 9 of any script: Unicode has each ten in a row. */
export function plainDigit(sign: string): string {
  const place = sign.codePointAt(0) ?? 0
  let zero = place
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((place - zero) % 10)
}

/** A phone number in the digits and signs that phones dial, where it was typed in those of another script. */
export const phoneLine = (text: string): string =>
  oneLine(text.normalize('NFKC').replace(/\p{Nd}/gu, plainDigit))

/** Keeps lines, tabs and the blanks around; a form sends CRLF where the browser counted one character. */
export const lines = (text: string): string =>
  withoutDirections(
    text
      .normalize('NFC')
      .replace(/\r\n?/g, '\n')
      .replace(/(?![\n\t])\p{Cc}/gu, ''),
  )

/** The same without blanks around the whole. Of nothing that anyone could see nothing is left. */
export const letter = (text: string): string => {
  const written = lines(text).trim()
  return oneLine(written) === '' ? '' : written
}

/** The same with at most one empty line between two paragraphs, and no blanks at the ends of lines. */
export const paragraphs = (text: string): string =>
  lines(text)
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
