/** A title as part of an address: 'Noon, and one tree' becomes 'noon-and-one-tree'; `instead` where nothing is left. */
export function slugOf(title: string, instead: string): string {
  const slug = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')
  return slug || instead
}

/** The first of slug, slug-2, slug-3 … that is not taken. */
export function unusedSlug(slug: string, isTaken: (slug: string) => boolean): string {
  for (let number = 2, tried = slug; ; number += 1) {
    if (!isTaken(tried)) return tried
    tried = `${slug}-${number}`
  }
}
