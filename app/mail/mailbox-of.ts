/**
 * One name for all spellings of a mailbox: in small letters, without a tag ('+1') and without dots. Only to count by:
 * to some servers 'j.doe' and 'jdoe' are two people, who then share a limit.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const name = address.slice(0, at)
  const [untagged = ''] = name.split('+')
  const plain = untagged.replaceAll('.', '')
  return `${plain || name}${address.slice(at)}`.toLowerCase()
}
