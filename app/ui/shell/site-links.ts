import { SITE_PAGES } from '#app/site-pages'

/** The menu, in its order (rules 11.2). */
export const SITE_LINKS = SITE_PAGES.flatMap(({ path, menu }) => (menu ? [{ to: path, label: menu }] : []))
