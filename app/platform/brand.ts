/** The company's name, wherever it is shown or sent. */
export const BRAND = 'Savanna Soul'
