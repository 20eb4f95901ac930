/** Names that programs give themselves; Cubot is a telephone. */
const PROGRAMS =
  /(?<!cu)bot|crawl|spider|slurp|scrap|fetch|monitor|uptime|pingdom|statuscake|preview|headless|phantom|puppeteer|playwright|selenium|lighthouse|pagespeed|gtmetrix|inspectiontool|externalhit|mediapartners|googleother|whatsapp|embedly|curl|wget|python|httpx|okhttp|axios|undici|libwww|go-http|java\/|^(node|ruby|perl|php)/i

/**
 * Whether a program asked, not a person in a browser. One that hides behind a browser's name is taken for it.
 */
export const isBot = (userAgent: string): boolean => userAgent.trim() === '' || PROGRAMS.test(userAgent)

/** Where guests come from everywhere: always counted by their own names, however many sources a day has. */
export const WELL_KNOWN_SOURCES = new Set([
  'direct',
  'other',
  'newsletter',
  'google',
  'www.google.com',
  'bing',
  'www.bing.com',
  'duckduckgo.com',
  'search.yahoo.com',
  'www.ecosia.org',
  'facebook',
  'www.facebook.com',
  'm.facebook.com',
  'l.facebook.com',
  'lm.facebook.com',
  'instagram',
  'www.instagram.com',
  'l.instagram.com',
  'www.youtube.com',
  'www.tiktok.com',
  'www.pinterest.com',
  'www.linkedin.com',
  't.co',
  'x.com',
  'www.reddit.com',
  'www.tripadvisor.com',
  'chatgpt.com',
  'www.whatsapp.com',
])

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
