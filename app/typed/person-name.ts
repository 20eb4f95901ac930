import { NAME_AT_MOST } from './limits'
import { optionalText, typedText } from './text'

/** The longest names have as many: 'María de los Ángeles Fernández de la Cruz y Martínez' has nine. */
const WORDS_AT_MOST = 10
/** 'Louis 14', and no telephone number. */
const DIGITS_AT_MOST = 4

/** Letters of every script, and what stands between and behind them in names: "Anne & Bob O’Brien-Núñez, Jr. (III)". */
const LIKE_A_NAME = /^[\p{L}\p{M}\p{N} .,'’‘`´"“”&+()\-‐‑–·・/\u200c\u200d]*$/u
/** What mail programs make a link of: no blank behind the dot, where a name has one or is an initial. */
const LIKE_AN_ADDRESS = /\p{L}{2}\.\p{L}{2}|\.\p{Ll}{2}|\/\/|www\./u

const NOT_A_NAME = `Please write only a name here, without links, email addresses or sentences, and with ${WORDS_AT_MOST} words at most`

/** Whether this may stand in a letter to others: a name, and no link or message in its place. */
export const isLikeAName = (text: string): boolean =>
  LIKE_A_NAME.test(text) &&
  !LIKE_AN_ADDRESS.test(text) &&
  text.split(' ').length <= WORDS_AT_MOST &&
  text.replace(/\P{Nd}/gu, '').length <= DIGITS_AT_MOST

type Words = { label: string; missing?: string; words?: string; atMost?: number }

/** The name of a person, which must be there. */
export const personName = (words: Words) =>
  typedText({ atMost: NAME_AT_MOST, ...words }).refine(isLikeAName, { error: NOT_A_NAME })

/** The same where it may be left empty: undefined then. */
export const optionalPersonName = (words: Omit<Words, 'missing'>) =>
  optionalText({ atMost: NAME_AT_MOST, ...words }).refine((name) => name === undefined || isLikeAName(name), {
    error: NOT_A_NAME,
  })
