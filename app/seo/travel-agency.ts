import { BRAND } from '#app/brand'
import { sharePictureOf } from './share-pictures'
import type { Thing } from './thing'

/** How other objects refer to the company. */
export const agencyIn = (origin: string): Thing => ({ '@id': `${origin}/#agency` })

type Company = { footerText: string; contactEmail: string; contactPhone: string }

/** The company, with the contact details that staff keep. */
export const travelAgency = (origin: string, { footerText, contactEmail, contactPhone }: Company): Thing => ({
  '@type': 'TravelAgency',
  ...agencyIn(origin),
  name: BRAND,
  url: `${origin}/`,
  description: footerText,
  logo: `${origin}/icon-512.png`,
  image: origin + sharePictureOf('/').file,
  email: contactEmail,
  telephone: contactPhone,
  // "We still plan every journey from there", Our Story says: the company publishes no street.
  address: { '@type': 'PostalAddress', addressLocality: 'Nairobi', addressCountry: 'KE' },
  areaServed: [
    { '@type': 'Country', name: 'Kenya' },
    { '@type': 'Country', name: 'Tanzania' },
  ],
  priceRange: '$$$',
  currenciesAccepted: 'USD',
})

/** The name that search engines show above an address of ours. */
export const webSite = (origin: string): Thing => ({
  '@type': 'WebSite',
  '@id': `${origin}/#site`,
  name: BRAND,
  url: `${origin}/`,
  inLanguage: 'en-US',
  publisher: agencyIn(origin),
})
