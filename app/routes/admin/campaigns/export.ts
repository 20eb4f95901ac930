import { SUBSCRIBER_COLUMNS } from '#app/people/subscriber-columns.server'
import { subscribersInPortions } from '#app/people/subscribers.server'
import { today } from '#app/platform/clock.server'
import { exportOf } from '#app/server/guards/csv-export.server'
import { SUBSCRIBERS_A_FILE } from '#app/staff/exports'

/** Everyone on the newsletter list, also canceled or unconfirmed: the newest SUBSCRIBERS_A_FILE. */
export const loader = exportOf('subscribers', () => ({
  subject: 'newsletter',
  fileName: `subscribers-${today()}.csv`,
  columns: SUBSCRIBER_COLUMNS,
  portions: subscribersInPortions(SUBSCRIBERS_A_FILE),
}))
