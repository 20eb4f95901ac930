import { moveClockAndCheck } from '#app/server/schedule/watch-over.server'
import type { Mailbox } from '#scripts/sandbox/mailbox/start'
import { at, done, type Entry } from './diary'

const ON = '2025-03-19'

/** An afternoon on which the mail provider takes no mail: it waits, staff hear of it, and that it is over. */
export const mailTrouble = (mailbox: Mailbox): Entry[] => [
  { at: at(ON, 15), command: () => mailbox.stopSmtp() },
  { at: at(ON, 16.5), command: async () => done(await moveClockAndCheck(at(ON, 16.75))) },
  { at: at(ON, 17), command: () => mailbox.startSmtp() },
  { at: at(ON, 19), command: async () => done(await moveClockAndCheck(at(ON, 19.25))) },
]
