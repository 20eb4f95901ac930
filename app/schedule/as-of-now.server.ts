import { machineNow } from '#app/clock.server'
import type { BeforeSending } from '#app/mail/send-mail.server'
import { reminderAsOfNow } from '#app/reminders/reminder-as-of-now.server'
import { resetAsOfNow } from '#app/staff/ask-for-reset.server'

/** Each mail as it should be by the moment in which it goes out. */
export const asOfNow: BeforeSending = (mail, now) => {
  const withLink = resetAsOfNow(mail, machineNow())
  return withLink && reminderAsOfNow(withLink, now)
}
