import { lines, type Words, words } from '#app/mail/letter'
import type { Contact } from './reach'
import { siteSettings } from './settings.server'

/**
 * Who writes, and under the name what they do: the person whom staff name, else the one whom they present on
 * the contact page.
 */
export function signature(): Words | false {
  const { lettersSignedBy, leaderName, leaderRole } = siteSettings()
  const [name, ...role] = lettersSignedBy ? lettersSignedBy.split(', ') : [leaderName, leaderRole]
  return name !== '' && words`-- ${lines([name, role.join(', ')].filter(Boolean).join('\n'))}`
}

/** `waysToReach` in a letter, where address and number are links. */
export function linksToReach({ contactEmail, contactPhone }: Contact, first: string): Words {
  const email = contactEmail && words`write to [${contactEmail}](mailto:${contactEmail})`
  const phone = contactPhone && words`call [${contactPhone}](tel:${digitsOf(contactPhone)})`
  if (email && phone) return words`${first}, ${email} or ${phone}`
  const way = email || phone
  return way ? words`${first} or ${way}` : words`${first}`
}

const digitsOf = (phone: string): string => phone.replace(/[^\d+]/g, '')
