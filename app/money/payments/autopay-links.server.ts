import { timingSafeEqual } from 'node:crypto'
import { env } from '#app/platform/env.server'
import { keyedDigests } from '#app/platform/keys.server'
import { type Consent, consentWithId } from './autopay-consents.server'

const digests = keyedDigests('who agreed to automatic payment')

/** Of the page where it can be stopped, for a payer who has no link to the booking; kept in no table. */
const autopayToken = ({ id }: Pick<Consent, 'id'>): string => `${id}.${digests(String(id))[0]}`

export const autopayPath = (consent: Pick<Consent, 'id'>): string => `/autopay/${autopayToken(consent)}`

export const autopayAddress = (consent: Pick<Consent, 'id'>): string =>
  `${env.BASE_URL}${autopayPath(consent)}`

/** The agreement that a link is about, also after it ended; undefined where we made no such link. */
export function consentByLink(token: string): Consent | undefined {
  const [id = '', shown = ''] = token.split('.')
  if (!/^\d{1,12}$/.test(id)) return undefined
  const isOurs = digests(id).some(
    (digest) => digest.length === shown.length && timingSafeEqual(Buffer.from(digest), Buffer.from(shown)),
  )
  return isOurs ? consentWithId(Number(id)) : undefined
}
