import { z } from 'zod'
import { nameLine, oneLine, plainAddress } from './clean'
import { EMAIL_AT_MOST, NAME_AT_MOST, tooLong } from './fields'

type Text = {
  label: string
  atMost: number
  atLeast?: number
  /** What is said of nothing, or of too little. */
  missing?: string
  /** What is said of too much. */
  words?: string
  /** What is taken out before it is counted; without it, all that has no place in one line. */
  clean?: (text: string) => string
}

/**
 * Required text, of one line by default. Each part of the pipe has `missing`: conform makes empty text
 * undefined.
 */
export const typedText = ({
  label,
  atMost,
  atLeast = 1,
  missing = `${label} is required`,
  words = tooLong(label, atMost),
  clean = oneLine,
}: Text) =>
  z
    .string({ error: missing })
    .transform(clean)
    .pipe(z.string({ error: missing }).min(atLeast, { error: missing }).max(atMost, { error: words }))

/** Text that may be left empty: undefined then. */
export const optionalText = ({
  label,
  atMost,
  words = tooLong(label, atMost),
  clean = oneLine,
}: Omit<Text, 'missing' | 'atLeast'>) =>
  z
    .string()
    .optional()
    .transform((text) => (text && clean(text)) || undefined)
    .pipe(z.string().max(atMost, { error: words }).optional())

/** The same where nothing is stored as an empty text. */
export const emptyableText = (text: Parameters<typeof optionalText>[0]) =>
  optionalText(text).transform((typed) => typed ?? '')

/** One line that an empty text clears; where it is undefined, what is stored stays. */
export const clearableText = (label: string, atMost: number) =>
  z
    .string({ error: `${label} must be text` })
    .transform(oneLine)
    .pipe(z.string().max(atMost, { error: tooLong(label, atMost) }))

/** The longest names have as many: 'María de los Ángeles Fernández de la Cruz y Martínez' has nine. */
const WORDS_AT_MOST = 10
/** 'Louis 14', and no phone number. */
const DIGITS_AT_MOST = 4

/** Letters of every script, and the marks of names: "Anne & Bob O’Brien-Núñez, Jr. (III)", "!Nqate". */
const LIKE_A_NAME = /^[\p{L}\p{M}\p{N} .,'’‘‛`´′"“”„&+()!/·・･‧\p{Pd}−＝՚׳״\u0f0b\u1361\u180e\u200c\u200d]*$/u
/** "!Nqate" is a name, "Now!" and "!!!" are none. */
const LIKE_A_CALL = /!(?!\p{L})|[^ ]!/u
/** What mail programs make a link of: no blank behind the dot, where a name has one or is of initials. */
const LIKE_AN_ADDRESS = /\.[\p{L}\p{N}]{2}|\.\p{N}|\p{N}\.\p{L}|\/\/|www\./iu
/** Marks on letters, and what is not seen between them, hide no address. */
const MARKS = /[\p{M}\u200c\u200d]/gu

const NOT_A_NAME = `Please enter only a name here: no links, email addresses or sentences, and at most ${WORDS_AT_MOST} words`

/** Marks with no letter below them show nothing, and a heap of them covers the lines around. */
const LOOSE_MARKS = /(?<![\p{L}\p{N}\p{M}\u200c\u200d])\p{M}|\p{M}{7}/u

/** A name, and no link or message in its place. */
export const isLikeAName = (text: string): boolean =>
  LIKE_A_NAME.test(text) &&
  !LOOSE_MARKS.test(text) &&
  !LIKE_A_CALL.test(text) &&
  !LIKE_AN_ADDRESS.test(text.replace(MARKS, '')) &&
  text.split(' ').length <= WORDS_AT_MOST &&
  text.replace(/\P{Nd}/gu, '').length <= DIGITS_AT_MOST

/** A name as a letter may repeat it, wherever it was stored; empty for what is none. */
export function nameInMail(name: string): string {
  const line = nameLine(name)
  return isLikeAName(line) ? line : ''
}

type Words = { label: string; missing?: string; words?: string; atMost?: number }

/** The name of a person, which must be there. */
export const personName = (words: Words) =>
  typedText({ atMost: NAME_AT_MOST, clean: nameLine, ...words }).refine(isLikeAName, { error: NOT_A_NAME })

/** The same where it may be left empty: undefined then. */
export const optionalPersonName = (words: Omit<Words, 'missing'>) =>
  optionalText({ atMost: NAME_AT_MOST, clean: nameLine, ...words }).refine(
    (name) => name === undefined || isLikeAName(name),
    { error: NOT_A_NAME },
  )

/** The row's version when a form that edits it was opened (staff-form.tsx). Empty for a new one. */
export const openedVersion = () => z.string().max(64).optional()

/** A box that may be ticked. */
export const checkbox = () =>
  z
    .literal('on')
    .optional()
    .transform((on) => on === 'on')

/** Made again with each opened form: a second press of its button does nothing. */
export const formKey = z.uuid('Please reload the page and try again')

/** All that may stand before the "@" without quotation marks (RFC 5322), and names of hosts. */
const LIKE_AN_EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z\d.-]+$/

/** A host with a dot that a mail server can have: none without one, and no number such as 127.0.0.1. */
function isDeliverable(address: string): boolean {
  const [name = '', host = ''] = address.split('@')
  const names = host.split('.')
  return (
    name.split('.').every(Boolean) &&
    names.length > 1 &&
    names.every((one) => /^[a-z\d-]{1,63}$/i.test(one) && !one.startsWith('-') && !one.endsWith('-')) &&
    /^[a-z].|^xn--./i.test(names.at(-1) ?? '')
  )
}

/** The one grammar of addresses. Refuses "a@x, b@y", because a mailer would write to both. */
export const deliverable = (error?: string) =>
  z
    .email({ pattern: LIKE_AN_EMAIL, error })
    // Said once. Not by `abort`, which would leave a form's own checks, such as of the ZIP code, unasked.
    .refine(isDeliverable, { error, when: ({ issues }) => issues.length === 0 })

type AddressWords = { missing: string; invalid?: string; label?: string; tooLong?: string }

/** An address that mail goes to, which must be there. */
export const emailAddress = ({ missing, invalid = missing, label = 'Email', tooLong }: AddressWords) =>
  typedText({ label, missing, atMost: EMAIL_AT_MOST, words: tooLong, clean: plainAddress }).pipe(
    deliverable(invalid),
  )

/** The address of a page elsewhere, by https. Empty means none; undefined stays so. */
export const webAddress = (label: string, atMost: number) =>
  clearableText(label, atMost)
    .refine((typed) => typed === '' || isPage(typed), {
      error: `${label} must be a full address that begins with https://`,
    })
    .optional()

/** No guest should be sent to a host without a dot, or to an address with a name and a password. */
function isPage(typed: string): boolean {
  if (!/^https:\/\/[^\s\\"<>]+$/i.test(typed) || !URL.canParse(typed)) return false
  const { hostname, username, password } = new URL(typed)
  return hostname.includes('.') && username === '' && password === ''
}
