import { plainDigit } from './clean'

/** Letters that Unicode does not take apart, as people type them whose keyboards have none. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i' },
  ς: 'σ',
  // Persian and Urdu keyboards have others than Arabic ones for the same; some leave the points off.
  ...{ ک: 'ك', ی: 'ي', ى: 'ي', ہ: 'ه', ە: 'ه', ة: 'ه' },
}

/**
 * One spelling for what people take for the same: in small letters, without accents, with one kind of
 * apostrophe, dash and blank. "NÚÑEZ" and "O’Brien" are "nunez" and "o'brien". Vowels that other scripts
 * write as marks stay. The database knows it by the same name (migrate.server.ts).
 */
export function folded(text: string): string {
  if (/^[^`\P{ASCII}]*$/u.test(text)) return text.toLowerCase()
  return text
    .replace(/[`´‘’‛′ʹʻʼʽ՚׳＇]/g, "'")
    .replace(/[“”„‟″״]/g, '"')
    .replace(/[\p{Pd}−]/gu, '-')
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(/[ßæœþøłđðħŧıςکیىہەة]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/\p{Nd}/gu, plainDigit)
    .normalize('NFC')
}

/** Accents and points of Latin, Greek, Cyrillic, Hebrew and Arabic, and what is not seen. */
const MARKS =
  /[\u0300-\u036f]|[\u0483-\u0489]|[\u0591-\u05bd\u05bf\u05c1-\u05c7]|[\u0610-\u061a\u0640\u064b-\u065f\u0670]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe00-\ufe0f\ufe20-\ufe2f]|[\u00ad\u200b-\u200f\u2060-\u206f\ufeff]/g
