import type { testimonials } from '#db/schema/site'

/** The traveler stories a new site shows. */
export const TESTIMONIALS: (typeof testimonials.$inferInsert)[] = [
  {
    slug: 'mary-beth',
    name: 'Mary Beth C.',
    location: 'Fredericksburg, Texas',
    rating: 5,
    review:
      'On the third morning our guide stopped the car and said nothing. Eleven elephants walked past, close enough to hear them breathe. I have told that story at every supper since.',
    position: 1,
  },
  {
    slug: 'otieno-family',
    name: 'The Otieno family',
    location: 'Houston, Texas',
    rating: 5,
    review:
      'Our children had only known Kenya through their grandmother’s kitchen. They came back arguing in Swahili about which lake was pinker.',
    position: 2,
  },
  {
    slug: 'dale',
    name: 'Dale H.',
    location: 'Lubbock, Texas',
    rating: 5,
    review:
      'I went for the band and came home with a second family. Everything ran to the hour, and nobody ever hurried us.',
    position: 3,
  },
]
