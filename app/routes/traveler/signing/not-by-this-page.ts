/** Who signs instead, where it is not whoever reads this page. */
export const NOT_BY_THIS_PAGE = {
  'by-guardian': () => 'A parent or guardian signs it on the page of the booking.',
  'by-themselves': (called: string) => `${called} signs it on a page of their own: send them their link.`,
}
