import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { figuresOf, siteTotals } from '#app/analytics/figures.server'
import {
  doubtWords,
  NOT_OWED,
  paymentLinkFor,
  sendManualReminder,
} from '#app/money/reminders/manual-reminder.server'
import { deleteContact } from '#app/people/change-contact.server'
import { readContactFilters } from '#app/people/contact-fields'
import { listWholeContacts } from '#app/people/list-contacts.server'
import { listSubscribers } from '#app/people/subscribers.server'
import { now, today } from '#app/platform/clock.server'
import { rangeAsked } from '#app/platform/lists/date-range'
import { type PageAsked, readCursor } from '#app/platform/lists/page-cursor'
import { dollarsOf } from '#app/platform/money'
import * as calls from '#app/server/contract/admin-calls'
import {
  answer,
  answering,
  answerList,
  pageFrom,
  refuse,
  refuseFields,
} from '#app/server/contract/json-call.server'
import { runDailyJob } from '#app/server/schedule/daily-jobs.server'
import { JOBS_WAIT } from '#app/server/schedule/job-hours'
import { saveSettings, siteSettings } from '#app/site/settings.server'
import type { Staff } from '#app/staff/sessions.server'
import { bookingsJson } from '#app/views/booking-json.server'
import { listBookings } from '#app/views/list-bookings.server'
import { withoutIntents } from '#app/views/movements.server'

const ALL_CONTACTS = readContactFilters(new URLSearchParams())

export const action = answering(
  /** In dollars, for the requested days, 30 by default, as on the Analytics screen. An unknown rate is 0. */
  answer(calls.readFigures, async ({ request }) => {
    const asked = rangeAsked(new URL(request.url).searchParams, today())
    return 'refused' in asked ? refuse(400, asked.refused) : Response.json(await figuresIn(asked.range))
  }),

  answer(calls.listContacts, ({ sent: { limit, after } }) => {
    const { rows, cursors } = listWholeContacts(ALL_CONTACTS, pageFrom(after), limit)
    return answerList(calls.listContacts, rows, limit, cursors.next)
  }),

  answer(calls.deleteContact, ({ params: { id = '' }, staff }) => {
    const outcome = /^\d{1,15}$/.test(id) ? deleteContact(Number(id), staff, now()) : { refused: 'gone' }
    if ('refused' in outcome) return refuse(404, 'Contact not found')
    return Response.json({ message: 'The contact has been removed successfully.' })
  }),

  answer(calls.listSubscribers, ({ sent: { limit, after } }) => {
    const { subscribers, next } = listSubscribers(after, limit)
    const rows = subscribers.map((subscriber) => ({
      ...subscriber,
      isSubscribed: subscriber.state === 'confirmed',
    }))
    return answerList(calls.listSubscribers, rows, limit, next)
  }),

  answer(calls.listBookings, async ({ sent: { limit, after }, staff }) => {
    const { rows, next } = await bookingsInTurns(pageFrom(after), limit)
    return answerList(calls.listBookings, withoutIntents(rows, staff), limit, next)
  }),

  answer(calls.readSettings, () => Response.json(siteSettings())),

  /** A call may name the `version` that it read: it is refused where someone has saved since. */
  answer(calls.saveSettings, ({ sent: { id: _, updatedAt: __, ...entry }, staff }) => {
    const saved = saveSettings(entry, staff, now())
    if (!('refused' in saved)) return Response.json(saved.settings)
    if (saved.refused === 'no-such-picture') {
      return refuseFields({ leaderPicture: ['There is no such picture'] })
    }
    return refuse(409, 'The settings were changed in the meantime. Please read them again.')
  }),

  answer(calls.checkReminders, ({ staff }) =>
    runJob('reminders', staff, 'Reminder check completed successfully'),
  ),
  answer(calls.processOverdue, ({ staff }) =>
    runJob('overdue', staff, 'Overdue processing completed successfully'),
  ),

  answer(calls.makePaymentLink, ({ sent: { bookingReference: reference, installmentNumber } }) => {
    const link = paymentLinkFor({ reference, installmentNumber })
    if ('refused' in link) return refuse(NOT_OWED[link.refused].status, NOT_OWED[link.refused].words)
    return Response.json(link)
  }),

  /** One that staff should look at twice waits for `confirmed`. */
  answer(calls.sendReminder, ({ sent: { bookingReference: reference, ...rest }, staff }) => {
    const outcome = sendManualReminder({ reference, ...rest, formKey: randomUUID() }, staff, now())
    if ('doubts' in outcome) {
      const doubts = doubtWords(outcome.doubts)
      return refuse(409, `${doubts} Nothing was sent. Set "confirmed": true to send it anyway.`)
    }
    if ('refused' in outcome) return refuse(NOT_OWED[outcome.refused].status, NOT_OWED[outcome.refused].words)
    return Response.json({ message: 'Payment reminder sent successfully', kind: outcome.sent })
  }),
)

export const loader = action

async function figuresIn(range: Parameters<typeof figuresOf>[0]) {
  const { overview, businessMetrics, recentActivity, ...lists } = await figuresOf(range, today())
  const { customerAcquisitionCostCents } = businessMetrics
  return {
    stats: siteTotals(),
    overview: {
      totalPageViews: overview.totalPageViews,
      weeklyGrowth: overview.weeklyGrowth,
      totalVisitors: overview.totalVisitors,
      todayVisitors: overview.todayVisitors,
      conversionRate: overview.conversionRate ?? 0,
      totalRevenue: dollarsOf(overview.totalRevenueCents),
    },
    topPages: lists.topPages,
    trafficSources: lists.trafficSources,
    geographicData: lists.geographicData,
    businessMetrics: {
      averageBookingValue: dollarsOf(businessMetrics.averageBookingValueCents),
      customerAcquisitionCost:
        customerAcquisitionCostCents === null ? null : dollarsOf(customerAcquisitionCostCents),
      lifetimeValue: dollarsOf(businessMetrics.lifetimeValueCents),
      emailSignupRate: businessMetrics.emailSignupRate ?? 0,
    },
    recentActivity: recentActivity.map(({ type, description, at, valueCents }) => ({
      type,
      description,
      timestamp: at.toISOString(),
      value: valueCents === null ? null : dollarsOf(valueCents),
    })),
  }
}

const ALL_BOOKINGS = { term: '', money: null, departureId: null }
const BOOKINGS_AT_ONCE = 100

/** A long list is read a hundred at a time, others being served in between (rules 9.5). */
async function bookingsInTurns(asked: PageAsked, size: number) {
  const rows: ReturnType<typeof bookingsJson> = []
  for (let from = asked; ; await nextTurn()) {
    const page = listBookings(ALL_BOOKINGS, from, Math.min(BOOKINGS_AT_ONCE, size - rows.length))
    rows.push(...bookingsJson(page.rows))
    const next = readCursor(page.cursors.next)
    if (!next || rows.length >= size) return { rows, next: page.cursors.next }
    from = { from: 'after', cursor: next }
  }
}

/** For a member of staff, or for an outside cron that shows CRON_TOKEN (rules 3.8). */
async function runJob(job: 'reminders' | 'overdue', staff: Staff | null, message: string) {
  const outcome = await runDailyJob(job, staff?.username ?? 'cron', now)
  if ('counts' in outcome) return Response.json({ message, ...outcome.counts })
  if (outcome.refused === 'running-elsewhere') {
    return refuse(409, 'This run is already in progress. Please look again in a moment.')
  }
  if (outcome.refused === 'clock-wrong') return refuse(409, JOBS_WAIT)
  return refuse(500, 'Failed to run automation. Check console for details')
}
