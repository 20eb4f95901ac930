/** The company's name, wherever it is shown or sent. */
export const BRAND = 'Savanna Soul'

/** Stands at the end of every newsletter, as the law on commercial mail asks. The company confirms it before the first one. */
export const POSTAL_ADDRESS = 'Savanna Soul, 1200 Congress Avenue, Austin, TX 78701, United States'
