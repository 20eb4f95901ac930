const VALID_MS = 180 * 24 * 3_600_000

/** Who to tell about a hole (RFC 9116). Made anew at each answer, so that it never lies: half a year ahead of `now`. */
export const securityText = (origin: string, contactEmail: string, now: Date): string =>
  [
    `Contact: mailto:${inUri(contactEmail)}`,
    `Expires: ${new Date(now.getTime() + VALID_MS).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n')

const inUri = (email: string) => encodeURIComponent(email).replace('%40', '@')
