import { showInstantAndUtc } from '#app/days'
import type { Letter } from './letter'

type About = {
  subject: string
  /** What is wrong, in one sentence. */
  found: string
  since: Date
  /** The business's time zone. */
  zone: string
  /** The page that shows how the site is doing. */
  address: string
}

/** Tells staff that something is wrong with the site. */
export const alertLetter = ({
  subject,
  found,
  advice,
  since,
  zone,
  address,
}: About & { advice: string }): Letter => ({
  subject,
  blocks: [
    { paragraph: found },
    { paragraph: advice },
    { rows: [['Since', showInstantAndUtc(since, zone)]] },
    { link: { label: 'See how the site is doing', address } },
    { quiet: 'While it lasts you get this letter once a day, and one more when it is over.' },
  ],
})

/** Tells staff that it is over. */
export const alertOverLetter = ({
  subject,
  found,
  since,
  zone,
  until,
  address,
}: About & { until: Date }): Letter => ({
  subject,
  blocks: [
    { paragraph: 'What we had written to you about is over. There is nothing to do.' },
    {
      rows: [
        ['It was', found],
        ['From', showInstantAndUtc(since, zone)],
        ['Until', showInstantAndUtc(until, zone)],
      ],
    },
    { link: { label: 'See how the site is doing', address } },
  ],
})
