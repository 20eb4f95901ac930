const LONGEST = 100

type CameFrom = { utmSource?: string; referrer?: string }

/** Where a visit came from: the campaign that its address names, the site that led here, or 'direct'. */
export function trafficSource({ utmSource, referrer }: CameFrom, ownHost: string): string {
  const host = hostOf(referrer)
  const source = campaign(utmSource) || (host === ownHost ? '' : host)
  return source.slice(0, LONGEST) || 'direct'
}

/** One line in small letters: Newsletter and newsletter are the same. */
const campaign = (name = '') =>
  name
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .toLowerCase()

const hostOf = (address = '') =>
  /^https?:/i.test(address) && URL.canParse(address) ? new URL(address).host : ''
