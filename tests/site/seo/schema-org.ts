/**
 * What schema.org lets each type of ours say, and what Google's documentation asks of it (LocalBusiness,
 * Offer of a Product, BreadcrumbList, FAQPage, site names), as it stood in November 2026. A type that is not
 * here is one nobody checked.
 */
type Kind = 'text' | 'address' | 'day' | 'price' | 'number' | 'availability' | 'currency' | string[]

type Type = { required: string[]; recommended?: string[]; properties: Record<string, Kind> }

const TYPES: Record<string, Type> = {
  TravelAgency: {
    required: ['name', 'address'],
    recommended: ['url', 'telephone', 'priceRange', 'image'],
    properties: {
      name: 'text',
      url: 'address',
      description: 'text',
      logo: 'address',
      image: 'address',
      email: 'text',
      telephone: 'text',
      sameAs: 'address',
      address: ['PostalAddress'],
      areaServed: ['Country'],
      priceRange: 'text',
      currenciesAccepted: 'currency',
    },
  },
  WebSite: {
    required: ['name', 'url'],
    properties: { name: 'text', url: 'address', inLanguage: 'text', publisher: ['TravelAgency'] },
  },
  PostalAddress: {
    required: ['streetAddress'],
    properties: { streetAddress: 'text' },
  },
  Country: { required: ['name'], properties: { name: 'text' } },
  TouristTrip: {
    required: ['name', 'offers'],
    recommended: ['image', 'description', 'url', 'provider', 'itinerary', 'touristType'],
    properties: {
      name: 'text',
      description: 'text',
      url: 'address',
      image: 'address',
      touristType: 'text',
      provider: ['TravelAgency'],
      offers: ['Offer'],
      itinerary: ['ItemList'],
      departureTime: 'day',
      arrivalTime: 'day',
    },
  },
  Offer: {
    required: ['price', 'priceCurrency'],
    recommended: ['availability', 'url'],
    properties: {
      name: 'text',
      url: 'address',
      price: 'price',
      priceCurrency: 'currency',
      availability: 'availability',
      validThrough: 'day',
      seller: ['TravelAgency'],
      additionalProperty: ['PropertyValue'],
    },
  },
  PropertyValue: { required: ['name', 'value'], properties: { name: 'text', value: 'text' } },
  ItemList: {
    required: ['itemListElement', 'numberOfItems'],
    properties: { numberOfItems: 'number', itemListElement: ['ListItem'] },
  },
  BreadcrumbList: { required: ['itemListElement'], properties: { itemListElement: ['ListItem'] } },
  ListItem: {
    required: ['position', 'name', 'item'],
    properties: { position: 'number', name: 'text', description: 'text', item: ['Place', 'address'] },
  },
  FAQPage: { required: ['mainEntity'], properties: { mainEntity: ['Question'] } },
  Question: {
    required: ['name', 'acceptedAnswer'],
    properties: { name: 'text', acceptedAnswer: ['Answer'] },
  },
  Answer: { required: ['text'], properties: { text: 'text' } },
  Place: { required: ['name'], properties: { name: 'text' } },
}

const AVAILABILITY =
  /^https:\/\/schema\.org\/(InStock|LimitedAvailability|SoldOut|OutOfStock|PreOrder|Discontinued)$/

const LOOKS: Record<string, (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string' && value.trim() !== '',
  address: (value) => typeof value === 'string' && /^https?:\/\/[^/]+\//.test(value) && URL.canParse(value),
  day: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  price: (value) => typeof value === 'string' && /^\d+(\.\d\d)?$/.test(value),
  number: (value) => Number.isInteger(value) && Number(value) > 0,
  currency: (value) => value === 'USD',
  availability: (value) => typeof value === 'string' && AVAILABILITY.test(value),
}

/** What is wrong with a JSON-LD object, in sentences; nothing where it is in order. */
export function faults(thing: unknown, at = ''): string[] {
  if (typeof thing !== 'object' || thing === null) return [`${at} is no object`]
  const { '@context': context, '@type': name, '@id': id, ...said } = thing as Record<string, unknown>
  if (!at && context !== 'https://schema.org') return ['its @context is not https://schema.org']
  const here = at || String(name)
  if (name === undefined) return isReference(id, said) ? [] : [`${here} has no @type`]
  const type = TYPES[String(name)]
  if (!type) return [`${here} is of the unknown type ${name}`]
  const missing = [...type.required, ...(type.recommended ?? [])].filter(
    (property) => said[property] === undefined,
  )
  return [
    ...missing.map((property) => `${here} has no ${property}`),
    ...Object.entries(said).flatMap(([property, value]) =>
      faultsOf(value, type.properties[property], `${here}.${property}`),
    ),
    ...positionFaults(said.itemListElement, here),
  ]
}

const isReference = (id: unknown, said: object) => LOOKS.address?.(id) && Object.keys(said).length === 0

function faultsOf(value: unknown, kind: Kind | undefined, at: string): string[] {
  if (kind === undefined) return [`${at} is no property of its type`]
  if (Array.isArray(value)) {
    if (value.length === 0) return [`${at} is empty`]
    return value.flatMap((part, index) => faultsOf(part, kind, `${at}[${index}]`))
  }
  if (typeof kind === 'string') return LOOKS[kind]?.(value) ? [] : [`${at} is no ${kind}: ${value}`]
  if (typeof value !== 'object' || value === null) {
    return kind.includes('address') && LOOKS.address?.(value) ? [] : [`${at} is no ${kind.join(' or ')}`]
  }
  const name = (value as Record<string, unknown>)['@type']
  return name === undefined || kind.includes(String(name)) ? faults(value, at) : [`${at} is a ${name}`]
}

function positionFaults(list: unknown, at: string): string[] {
  if (!Array.isArray(list)) return []
  const isInOrder = list.every((item, index) => item?.position === index + 1)
  return isInOrder ? [] : [`${at} does not count from 1`]
}
