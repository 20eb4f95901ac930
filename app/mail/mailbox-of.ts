/**
 * One name for all spellings of a mailbox: in small letters, without a tag ('+1') and without dots. Only to count by:
 * to some servers 'j.doe' and 'jdoe' are two people, who then share a limit.
 */
export function mailboxOf(address: string): string {
  const [name, domain] = partsOf(address)
  const [untagged = ''] = name.split('+')
  return `${untagged.replaceAll('.', '') || name}@${domain}`
}

/** One name for those spellings alone that are surely one person's: capitals, and what Gmail takes for one. */
export function certainMailboxOf(address: string): string {
  const [name, domain] = partsOf(address)
  return domain === GMAIL ? mailboxOf(address) : `${name}@${domain}`
}

const GMAIL = 'gmail.com'

function partsOf(address: string): [name: string, domain: string] {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  return [address.slice(0, at).toLowerCase(), domain === 'googlemail.com' ? GMAIL : domain]
}
