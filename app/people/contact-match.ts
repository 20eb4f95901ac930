import { gramQuery } from '#app/lists/full-text'
import { digitsOf, phoneAsked } from '#app/lists/phone-digits'
import { INTERESTS, type Interest } from './inquiry-fields'

type Searched = { firstName: string; lastName: string; email: string; interest: string; phone: string }

/** How a term is looked up: by three letters in a row, or, where it has only shorter words, by one and two. */
export type Lookup = {
  /** In small letters. */
  term: string
  words: string[]
  by: 'trigrams' | 'grams'
  /** Interests whose name on the screen has the term in it. */
  interests: Interest[]
  /** The digits of a telephone, where it looks like one. */
  phone: string | null
}

export function lookupOf(typed: string): Lookup {
  const term = typed.toLowerCase()
  const words = term.split(' ')
  const by = words.some((word) => [...word].length >= 3) ? 'trigrams' : 'grams'
  const named = (Object.keys(INTERESTS) as Interest[]).filter((interest) =>
    INTERESTS[interest].toLowerCase().includes(term),
  )
  return { term, words, by, interests: by === 'trigrams' ? named : [], phone: phoneAsked(term) }
}

/** What is searched of a contact, in small letters: a term may also lie across first and last name. */
export const searchedText = ({ firstName, lastName, email, interest }: Omit<Searched, 'phone'>): string =>
  `${firstName} ${lastName}\n${email}\n${interest}`.toLowerCase()

/** Whether a contact has the term in first name, last name, e-mail or interest, in whatever case, or in the telephone. */
export const isFound = (contact: Searched, { term, interests, phone }: Lookup): boolean =>
  searchedText(contact).includes(term) ||
  interests.some((interest) => interest === contact.interest) ||
  (phone !== null && digitsOf(contact.phone).includes(phone))

/**
 * A question for the full-text index that every contact with the term answers, and few others. An index of letters
 * is read from its end: a stretch of letters that `neighbors` seldom have is short to read, where all of
 * '150000@example.com' is not.
 */
export function candidateQuery({ words, by, interests }: Lookup, neighbors: string[]): string {
  if (by === 'grams') return words.map((word) => `(${gramQuery(word)})`).join(' AND ')
  const named = interests.map((interest) => ` OR interest : ${quoted(interest)}`)
  return `(${rarestStretches(words, neighbors).map(quoted).join(' AND ')})${named.join('')}`
}

const LONGEST_STRETCH = 5
const MOST_STRETCHES = 3

/** The rarest stretch of each word that is long enough, the rarest first. */
function rarestStretches(words: string[], neighbors: string[]): string[] {
  const seen = new Map<string, number>()
  const timesSeen = (letters: string) => {
    const known = seen.get(letters) ?? neighbors.filter((text) => text.includes(letters)).length
    seen.set(letters, known)
    return known
  }
  const cost = (stretch: string) => partsOf(stretch, 3).reduce((sum, letters) => sum + timesSeen(letters), 0)
  return words
    .filter((word) => [...word].length >= 3)
    .map((word) => partsOf(word, LONGEST_STRETCH).sort((one, other) => cost(one) - cost(other))[0] ?? word)
    .sort((one, other) => cost(one) - cost(other))
    .slice(0, MOST_STRETCHES)
}

/** All stretches of that many letters; a shorter word whole. */
function partsOf(word: string, length: number): string[] {
  const letters = [...word]
  const count = Math.max(1, letters.length - length + 1)
  return Array.from({ length: count }, (_, start) => letters.slice(start, start + length).join(''))
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
