import { sql } from 'drizzle-orm'
import { byStaff, recordAct } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { db, immediately } from '#db/connection.server'
import { openingSteps } from '#db/schema/site'
import { OPENING_STEPS } from '#db/values'

export type OpeningStep = (typeof OPENING_STEPS)[number]

/** What staff may say of the checklist: the company of a demo is the demo's to confirm. */
export const STEPS_OF_STAFF = OPENING_STEPS.filter((step) => step !== 'sample-company')

const confirmed = db
  .select({ step: openingSteps.step })
  .from(openingSteps)
  .where(sql`${openingSteps.step} = ${sql.placeholder('step')}`)
  .prepare()

export const isConfirmed = (step: OpeningStep): boolean => confirmed.get({ step }) !== undefined

/** Confirms a line of the checklist, or that it is not needed anymore. False where that was said before. */
export function confirmStep(step: OpeningStep, staff: Staff, now: Date): boolean {
  return immediately((tx) => {
    const { changes } = tx.insert(openingSteps).values({ step, confirmedAt: now }).onConflictDoNothing().run()
    if (changes === 0) return false
    recordAct(now, { ...byStaff(staff), action: 'opening-confirmed', subject: 'site', detail: { step } })
    return true
  })
}
