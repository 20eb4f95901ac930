import { SITE_PAGES } from '#app/site-pages'

/** The menu of spec §2, in its order. */
export const SITE_LINKS = SITE_PAGES.flatMap(({ path, menu }) => (menu ? [{ to: path, label: menu }] : []))
