const FIRST =
  'Wanjiru Otieno Mary Akinyi José Chebet Brian Fatuma Esther Daudi Asha Baraka Naomi Peter Grace'.split(' ')
const LAST =
  'Kamau Odhiambo O’Brien Were Müller Santos Kiplagat Hassan Wambui Mwangi Njoroge Smith Garcia'.split(' ')

/** A name that comes again only after a hundred and ninety-five others. */
export const nameOf = (index: number) => ({
  first: FIRST[index % FIRST.length] ?? '',
  last: LAST[index % LAST.length] ?? '',
})

/** Upper-case hex of every one- and two-letter piece, as the search tables keep them. */
export function gramsOf(fields: string[]): string {
  const grams = new Set<string>()
  for (const field of fields) {
    const letters = [...field]
    letters.forEach((letter, index) => {
      for (const gram of [letter, letter + (letters[index + 1] ?? '')]) {
        if (!/\s/.test(gram)) grams.add(Buffer.from(asciiLower(gram)).toString('hex').toUpperCase())
      }
    })
  }
  return [...grams].join(',')
}

/** SQLite's lower() knows the letters of ASCII only. */
const asciiLower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
