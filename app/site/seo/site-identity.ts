import { CURRENCY } from '#app/platform/money'
import { BRAND } from '#app/platform/words'
import { sharePictureOf } from '#app/site/picture'
import { SOCIAL_NETWORKS, type SocialLinks, type Thing } from '#app/site/site-pages'

/** How other objects refer to the company. */
export const agencyIn = (origin: string): Thing => ({ '@id': `${origin}/#agency` })

type Company = SocialLinks & {
  footerText: string
  contactEmail: string
  contactPhone: string
  postalAddress: string
}

/** The company, with the contact details that staff keep. */
export const travelAgency = (
  origin: string,
  { footerText, contactEmail, contactPhone, postalAddress, ...links }: Company,
  picture = sharePictureOf('/'),
): Thing => ({
  '@type': 'TravelAgency',
  ...agencyIn(origin),
  name: BRAND,
  url: `${origin}/`,
  description: footerText,
  logo: `${origin}/icon-512.png`,
  image: origin + picture.file,
  ...(contactEmail && { email: contactEmail }),
  ...(contactPhone && { telephone: contactPhone }),
  // Staff write it as one line: street, town and country are in it, and nothing is guessed.
  ...(postalAddress && { address: { '@type': 'PostalAddress', streetAddress: postalAddress } }),
  areaServed: [
    { '@type': 'Country', name: 'Kenya' },
    { '@type': 'Country', name: 'Tanzania' },
  ],
  ...sameAs(links),
  priceRange: '$$$',
  currenciesAccepted: CURRENCY.toUpperCase(),
})

/** The company's own pages elsewhere: those that staff gave an address. */
function sameAs(links: SocialLinks) {
  const known = SOCIAL_NETWORKS.map(({ field }) => links[field]).filter(Boolean)
  return known.length > 0 ? { sameAs: known } : {}
}

/** The name that search engines show above an address of ours. */
export const webSite = (origin: string): Thing => ({
  '@type': 'WebSite',
  '@id': `${origin}/#site`,
  name: BRAND,
  url: `${origin}/`,
  inLanguage: 'en-US',
  publisher: agencyIn(origin),
})

type AppManifest = {
  name?: string
  short_name?: string
  description?: string
  start?: string
  caching?: string
}

/** How a device puts part of the site on its home screen, in the document's theme and paper colors. */
export const appManifest = ({ start = '/', caching = 'no-store', ...app }: AppManifest): Response =>
  Response.json(
    {
      ...{ name: BRAND, short_name: BRAND, lang: 'en-US', ...app },
      ...{ id: start, start_url: start, scope: start, display: 'standalone' },
      ...{ background_color: '#fbf5e9', theme_color: '#704B37' },
      icons: [
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    },
    { headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': caching } },
  )
