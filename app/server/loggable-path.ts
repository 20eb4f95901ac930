import { SITE_PAGES } from '#app/site-pages'

/** What follows these opens somebody's booking, somebody's way into the newsletter or out of it, or an account. */
const BEFORE_A_TOKEN = [...SITE_PAGES.flatMap(({ path }) => beforeItsToken(path)), 'new-password']
/** Ours have 32 letters: whatever is as long may be one, wherever it stands. */
const LIKE_A_TOKEN = /^[\w-]{24,}$/
const LONGEST_PATH = 200
const HIDDEN = '…'

/**
 * A path as it may be written down: no query, and no token, however the path is spelled (escaped, escaped twice, with
 * dots, with slashes too many).
 */
export function loggablePath(path: string): string {
  const segments: string[] = []
  for (const segment of unescaped(path.slice(0, 4 * LONGEST_PATH)).split(/[/\\]/)) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return `/${segments.map(withoutToken).join('/')}`.slice(0, LONGEST_PATH)
}

function beforeItsToken(path: string): string[] {
  const parts = path.split('/')
  const before = parts[parts.indexOf(':token') - 1]
  return before ? [before] : []
}

function withoutToken(segment: string, index: number, segments: string[]): string {
  const before = segments[index - 1]?.trim().toLowerCase() ?? ''
  return BEFORE_A_TOKEN.includes(before) || LIKE_A_TOKEN.test(segment.replace(/\.data$/, ''))
    ? HIDDEN
    : segment
}

/** Each escaped letter of the alphabet that tokens and our paths are made of, until nothing changes; at most three times. */
function unescaped(path: string, times = 3): string {
  const [address = ''] = path.split(/[?#;]/)
  const plain = address.replace(/%([2-7][0-9a-f])/gi, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return plain === address || times === 1 ? plain : unescaped(plain, times - 1)
}
