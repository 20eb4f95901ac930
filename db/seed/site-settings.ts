import type { siteSettings } from '#db/schema/site'

/**
 * What a new site says until staff change it. Address, hours, and the founders' names and
 * portrait are stand-ins: the company confirms them before it opens.
 */
export const SITE_SETTINGS: typeof siteSettings.$inferInsert = {
  id: 1,
  heroTitle: 'Discover the Soul of Africa',
  heroSubtitle:
    'Private safaris and cultural journeys led by people who call these plains home. Small groups, unhurried days, nights under a very large sky.',
  aboutText:
    'We were born within sight of the Ngong Hills, and we still plan every journey from there. Our guides grew up in Kenya and Tanzania: they know which ridge catches the first light over the Mara, who bakes the best mahamri in Lamu, and when to switch off the engine and listen.\n\nFor more than twenty years we have taken small groups through Africa, most often in the places we call home. You travel with a person, not a program: one guide from the airport to the last campfire, who knows your name and how you take your coffee.',
  footerText: 'Safaris and cultural journeys in Kenya and Tanzania, led by people who call them home.',
  contactEmail: 'hello@savannasoul.example',
  contactPhone: '+1 (512) 555-0142',
  postalAddress: 'Savanna Soul, 1200 Congress Avenue, Austin, TX 78701, United States',
  openingHours: 'Monday to Friday, 9 a.m. to 6 p.m. Central',
  leaderName: 'Samuel Njoroge',
  leaderRole: 'Co-founder and head guide',
  leaderText:
    'Savanna Soul is led by guides. Samuel and his wife, Grace, grew up within sight of the Ngong Hills and drove their first guests through Amboseli in a borrowed Land Rover more than twenty years ago. He still guides, she plans the journeys, and between them they read every inquiry that comes in here.\n\nThe people who plan your journey have driven it, slept along it and know the families who will set your table. Ask for whoever knows the place you have in mind: you will speak with them, not with a desk.',
  leaderPicture: '/pictures/guide-first-light',
  bannerText: '',
  bannerEnabled: false,
  offersAutopay: false,
  updatedAt: new Date(0),
}
