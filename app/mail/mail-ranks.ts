import { STRANGERS_LETTERS } from '#app/open-actions'

/** Who goes out first: what guests and staff wait for, then what strangers can cause, then campaigns. */
export const MAIL_RANKS = { first: 0, ofStrangers: 1, campaigns: 2 }

export function rankOf({ kind, campaignId }: { kind: string; campaignId?: number | undefined }): number {
  if (campaignId !== undefined) return MAIL_RANKS.campaigns
  return STRANGERS_LETTERS.has(kind) ? MAIL_RANKS.ofStrangers : MAIL_RANKS.first
}
