import { FIRST_JOURNEY } from '#db/seed/tour'
import { FIRST_START, showDate } from './clock'
import { dataFolder } from './folder'
import type { Options } from './options'

/** Of the season: they have the owner's password. */
export const BOOKKEEPER = 'achieng'
export const GUIDE = 'kiprono'

type Demo = {
  address: string
  login: { username: string; password: string }
  mailbox: string
  stripe: string
  clockStart: Date
  command: Options['command']
}

/** What a person needs to know, in one block. */
export const summary = ({ address, login, mailbox, stripe, clockStart, command }: Demo): string => `
  Savanna Soul is up. Ctrl-C stops it.

    The site         ${address}
    The tour         ${address}/${FIRST_JOURNEY.path}
    Checkout         ${address}/checkout?roomType=double
    Staff area       ${address}/admin
                     user name ${login.username}, password ${login.password}
                     of the season, with the same password: ${BOOKKEEPER}, a bookkeeper, and ${GUIDE}, a guide
    Mailbox          ${mailbox}
                     all mail of the site lands here; none leaves this machine
    Stripe sandbox   ${stripe}
                     payments, webhooks, and switches to disturb them; no real money

  Test cards: any future date, any three digits, any ZIP code
    4242 4242 4242 4242   pays
    4000 0000 0000 0002   is declined
    4000 0025 0000 3155   asks for authentication

  Its clock ${clockLine(clockStart, command)}
  Data and logs are in ${dataFolder()} and stay for the next run. To start over: npm run ${command} -- --fresh
`

const clockLine = (clockStart: Date, command: Options['command']): string =>
  showDate(clockStart) === showDate(FIRST_START)
    ? `starts at ${showDate(FIRST_START)}, when the tour was on sale. To move it: npm run ${command} -- --clock 2025-08-01`
    : `starts at ${showDate(clockStart)}. Back to ${showDate(FIRST_START)}, when the tour was on sale: --fresh`
