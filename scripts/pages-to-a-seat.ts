import { SITE_LINKS } from '#app/site/site-pages'
import { FIRST_JOURNEY } from '#db/seed/tour'

/** What is measured: the pages by which a guest comes to a seat, on a site as the seed makes it. */
export const PAGES_TO_A_SEAT = [...SITE_LINKS.map(({ to }) => to), `/${FIRST_JOURNEY.path}`, '/checkout']
