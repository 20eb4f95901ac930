import type { siteSettings } from '../schema'

/** What a new site says until staff change it (spec §3, Site settings). */
export const SITE_SETTINGS: typeof siteSettings.$inferInsert = {
  id: 1,
  heroTitle: 'Discover the Soul of Africa',
  heroSubtitle:
    'Private safaris and cultural journeys led by people who call these plains home. Small groups, unhurried days, nights under a very large sky.',
  aboutText:
    'We were born within sight of the Ngong Hills, and we still plan every journey from there. Our guides grew up in Kenya and Tanzania: they know which ridge catches the first light over the Mara, who bakes the best mahamri in Lamu, and when to switch off the engine and listen.\n\nFor more than twenty years we have taken small groups across the two countries. You travel with a person, not a program: one guide from the airport to the last campfire, who knows your name and how you take your coffee.',
  footerText: 'Safaris and cultural journeys in Kenya and Tanzania, led by people who call them home.',
  contactEmail: 'hello@savannasoul.example',
  contactPhone: '+1 (512) 555-0142',
  bannerText: '',
  bannerEnabled: false,
  updatedAt: new Date(0),
}
