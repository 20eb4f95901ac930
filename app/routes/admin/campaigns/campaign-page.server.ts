import { showInstant } from '#app/days'
import { env } from '#app/env.server'
import { campaignPreview } from '#app/people/campaigns/campaign-letter.server'
import { figuresOf } from '#app/people/campaigns/campaign-list.server'
import type { Campaign } from '#app/people/campaigns/draft.server'
import { subscriberCount } from '#app/people/campaigns/send-campaign.server'

export type CampaignShown = ReturnType<typeof campaignPage>

/** What the pages of a campaign show of it: its letter, how it would look, and how its sending goes. */
export function campaignPage(campaign: Campaign) {
  const { id, subject, body, version, state, recipients, sendingAt, sentAt } = campaign
  return {
    campaign: { id, subject, body, version, state, recipients },
    began: sendingAt && showInstant(sendingAt, env.BUSINESS_TIMEZONE),
    ended: sentAt && showInstant(sentAt, env.BUSINESS_TIMEZONE),
    figures: figuresOf(id),
    subscribers: subscriberCount(),
    preview: campaignPreview({ subject, body }),
    from: `${env.MAIL_FROM.name} <${env.MAIL_FROM.address}>`,
    testTo: env.STAFF_EMAIL,
    mailIsOn: env.SMTP_URL !== undefined,
  }
}
