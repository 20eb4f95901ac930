import { env } from '#app/platform/env.server'
import { BRAND } from '#app/platform/words'
import { BACKUP_MONTHS } from '#app/server/backup/backup-folder.server'
import { NEVER_EXPIRES, retentionRules } from '#app/server/retention/purge-expired.server'
import type { LegalFact } from '#app/site/legal-texts'
import { legalVersion, lineOfText, versionNow, versionOfText } from '#app/site/legal-versions.server'
import { pageHtml } from '#app/site/page-markdown.server'
import { PAGES } from '#app/site/page-words'
import { wordsOf } from '#app/site/page-words.server'
import { siteSettings } from '#app/site/settings.server'
import { FULL_REFUND_DAYS, NO_REFUND_DAYS } from '#app/tours/refund-policy'
import { NAME_CHANGE_DAYS, PASSPORT_MONTHS } from '#app/travelers/detail-fields'
import { LEGAL_PAGES, type LegalPage } from '#db/values'
import { COOKIES } from './cookies'

/** Each fact in Markdown, from what the site does. */
const FACTS: Record<LegalFact, () => string> = {
  email: () => {
    const { contactEmail } = siteSettings()
    return contactEmail ? `[${contactEmail}](mailto:${contactEmail})` : '[us](/contact)'
  },
  company: () => {
    const { postalAddress } = siteSettings()
    return postalAddress.startsWith(BRAND) ? postalAddress : [BRAND, postalAddress].filter(Boolean).join(', ')
  },
  registration: () => {
    const { sellerOfTravel } = siteSettings()
    return sellerOfTravel && `## Registration\n\n${sellerOfTravel}`
  },
  'full refund days': () => String(FULL_REFUND_DAYS),
  'no refund days': () => String(NO_REFUND_DAYS),
  'name change days': () => String(NAME_CHANGE_DAYS),
  'passport months': () => String(PASSPORT_MONTHS),
  'backup months': () => String(BACKUP_MONTHS),
  cookies: () =>
    table(
      ['Cookie', 'What it is for', 'It stays for'],
      Object.entries(COOKIES).map(([name, { why, until }]) => [name, why, until]),
    ),
  'how we count': () => (env.GA_MEASUREMENT_ID ? `${OWN_COUNT} ${GOOGLE}` : `${OWN_COUNT} ${NOBODY_ELSE}`),
  'how long': () =>
    [
      table(
        ['What', 'Kept for', 'Why'],
        retentionRules().map(({ what, keptFor, reason }) => [what, keptFor, reason]),
      ),
      `Kept for good: ${NEVER_EXPIRES}`,
    ].join('\n\n'),
}

const OWN_COUNT =
  'We count which pages are read, from which country and from which site somebody came, without cookies. Visitors of one day are told apart by a code that changes every night and leads back to nobody. A booking keeps which site its guest came from that day, and nothing else of their visits.'
const NOBODY_ELSE = 'Nobody else counts them.'
const GOOGLE =
  'On pages that are the same for everyone, Google Analytics counts too, with cookies of its own that start with “_ga”. It does not run where you book, pay or see your booking.'

const table = (heads: string[], rows: string[][]): string =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** What staff wrote, with each fact put in; a name in braces that is none stays as it is. */
const textOf = (page: LegalPage): string =>
  (wordsOf(page).text ?? '').replace(/\{([a-z -]{1,30})\}/g, (whole, name: string) =>
    Object.hasOwn(FACTS, name) ? FACTS[name as LegalFact]() : whole,
  )

/**
 * A page that the law expects, as it is now, or as the version of that number was. `since` is null where it
 * is not known: nobody has agreed to the present one yet. Null where there is no such version.
 */
export function legalPage(page: LegalPage, id: number | null) {
  const text = textOf(page)
  const shown = id === null ? { text, since: versionNow(page, text)?.since ?? null } : legalVersion(page, id)
  return shown
    ? {
        title: PAGES[page].name,
        html: pageHtml(shown.text),
        since: shown.since,
        isOld: shown.text !== text,
      }
    : null
}

/** Both pages in a line, by which a checkout page tells to which texts it led. */
export const pagesInLine = (): string => LEGAL_PAGES.map((page) => lineOfText(textOf(page))).join(' ')

/** The versions of both pages by now, which a guest who books agrees to. */
export const agreedVersions = (now: Date) => ({
  termsVersionId: versionOfText('terms', textOf('terms'), now).id,
  privacyVersionId: versionOfText('privacy', textOf('privacy'), now).id,
})
