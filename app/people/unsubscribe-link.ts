/**
 * Where one subscriber leaves the newsletter; stands at the end of every letter of it. With a campaign, its letter
 * is the one that is counted as left.
 */
export const unsubscribeAddress = (origin: string, token: string, campaignId?: number): string =>
  `${origin}/unsubscribe/${token}${campaignId === undefined ? '' : `?c=${campaignId}`}`

/** The headers by which a mail program offers to unsubscribe with one click (RFC 2369, RFC 8058). */
export const unsubscribeHeaders = (
  origin: string,
  token: string,
  campaignId?: number,
): Record<string, string> => ({
  'List-Unsubscribe': `<${unsubscribeAddress(origin, token, campaignId)}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
