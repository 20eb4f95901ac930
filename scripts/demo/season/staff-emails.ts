import { thisMoment } from '#app/platform/clock.server'
import { confirmEmail } from '#app/staff/email-proofs.server'
import { chooseOwnEmail } from '#app/staff/own-account.server'
import type { Staff } from '#app/staff/sessions.server'
import type { Mailbox } from '#scripts/sandbox/mailbox/start'
import { at, done, type Entry } from './diary'

export const emailOf = (username: string): string => `${username}@savannasoul.example`

/**
 * The owner and a colleague confirm their email; the bookkeeper has not come to it yet, and the guide gave
 * none.
 */
export function staffEmails(
  { owner, colleague }: Record<'owner' | 'colleague', () => Staff>,
  password: string,
  mailbox: Mailbox,
): Entry[] {
  const confirm = (staff: Staff) => {
    const letter = mailbox.messages().findLast(({ to }) => to.includes(emailOf(staff.username)))
    const token = /confirm-email\/([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
    done(confirmEmail(token, staff, thisMoment()))
  }
  return [
    {
      at: at('2024-09-02', 9.5),
      command: async () => {
        const staff = owner()
        const typed = { email: emailOf(staff.username), currentPassword: password }
        done(await chooseOwnEmail(typed, { staff, origin: {} }, thisMoment()))
      },
    },
    { at: at('2024-09-02', 9.75), command: () => confirm(owner()) },
    { at: at('2024-09-02', 11), command: () => confirm(colleague()) },
  ]
}
