import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { BlockList, isIP } from 'node:net'
import { type CountryResponse, Reader } from 'maxmind'
import { log, reasonOf } from '#app/platform/log.server'

export const UNKNOWN_COUNTRY = 'unknown'

/** The package's two-letter codes are flatter than MaxMind's own records. */
type Found = { country_code?: string } & CountryResponse

const DATABASE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'

/** Networks that lie in no country; the registries' data puts some of them in the registry's own. */
const NOWHERE = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  NOWHERE.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  NOWHERE.addSubnet(network, bits, 'ipv6')

let database: Reader<Found> | null | undefined

/**
 * The two-letter code of the country that an address, or a network as '2a00:1450:4001:80b::/64', belongs to
 * by the registries; 'unknown' where they do not say. Asks nobody outside; the address is not kept.
 */
export function countryOf(address: string): string {
  const plain = address.replace(/\/\d+$/, '')
  const version = isIP(plain)
  if (version === 0 || NOWHERE.check(plain, version === 6 ? 'ipv6' : 'ipv4')) return UNKNOWN_COUNTRY
  const code = opened()?.get(plain)?.country_code
  return code && nameOf(code) ? code : UNKNOWN_COUNTRY
}

/**
 * Read once, at the first visit, so that the start does not wait for 8 MB. Without the file all are unknown.
 */
function opened(): Reader<Found> | null {
  if (database !== undefined) return database
  try {
    database = new Reader<Found>(readFileSync(createRequire(import.meta.url).resolve(DATABASE)))
  } catch (error) {
    log.error({ error: reasonOf(error) }, 'Countries of visitors are unknown: no address database')
    database = null
  }
  return database
}

const names = new Intl.DisplayNames('en-US', { type: 'region', fallback: 'none' })

/** 'Kenya' for 'KE'; 'Unknown' for anything that is not a country. */
export const countryName = (code: string): string => nameOf(code) ?? 'Unknown'

const nameOf = (code: string): string | undefined =>
  /^[A-Z]{2}$/.test(code) && code !== 'ZZ' ? names.of(code) : undefined
