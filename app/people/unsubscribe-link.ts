/** Where one subscriber leaves the newsletter; stands at the end of every letter of it. */
export const unsubscribeAddress = (origin: string, token: string): string => `${origin}/unsubscribe/${token}`

/** The headers by which a mail program offers to unsubscribe with one click (RFC 2369, RFC 8058). */
export const unsubscribeHeaders = (origin: string, token: string): Record<string, string> => ({
  'List-Unsubscribe': `<${unsubscribeAddress(origin, token)}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
