import { z } from 'zod'
import { type Letter, letter } from '#app/mail/letter'
import { certainMailboxOf, postOnceADay, postToStaff } from '#app/mail/outbox.server'
import { personPath } from '#app/people/contact-fields'
import { noteErasureAsked } from '#app/people/erasures-asked.server'
import { env } from '#app/platform/env.server'
import { keysFor, openSealed, sealBytes } from '#app/platform/keys.server'
import { immediately } from '#db/connection.server'
import { soughtBy } from './sought.server'

/** For so long a link opens what is held: it is asked for again as easily. */
export const DATA_LINK_HOURS = 24

const PLACE = 'what is held of the owner of a mailbox'

const keys = keysFor(PLACE).map((key) => Buffer.from(key, 'base64url'))

const Opened = z.object({ email: z.string(), endsAt: z.number() })

/** Whom a link is for stands sealed in it, so that no table has one; `at` is the machine's time. */
const tokenFor = (email: string, at: Date): string => {
  const opens: z.output<typeof Opened> = { email, endsAt: at.getTime() + DATA_LINK_HOURS * 3_600_000 }
  return sealBytes(Buffer.from(JSON.stringify(opens)), PLACE, keys)
}

/** The address that a link is for; null where it has ended, or is none of ours. */
export function addressOfDataLink(token: string, at: Date): string | null {
  const found = openSealed(token, PLACE, keys)
  if (!found) return null
  const { email, endsAt } = Opened.parse(JSON.parse(Buffer.from(found.bytes).toString()))
  return at.getTime() < endsAt ? email : null
}

const dataLetter = (token: string): Letter => letter`
  # What we hold about you

  Hello,

  You asked us what we hold about you. Here you can read it, save it as a file, or ask us to erase it.

  [See my data](${env.BASE_URL}/my-data/${token})

  -# The link works for ${DATA_LINK_HOURS} hours. Anyone who has it can read all of this, so keep it to yourself. Didn’t
  ask for it? Someone typed your address by mistake, and you can ignore this email.
`

/**
 * Mails the link by which the owner of a mailbox reads all that is held of them, once a day at most. Nothing
 * goes to an address that we do not know: the answer to who asked does not say which.
 */
export function sendDataLink(email: string, now: Date, at: Date): void {
  immediately((tx) => {
    const { isKnown } = soughtBy(email)
    if (!isKnown) return
    postOnceADay(email, { kind: 'personal-data-link', letter: dataLetter(tokenFor(email, at)) }, now, tx)
  })
}

/** The end of a sealed link is its own. */
const LINK_NAME_LENGTH = 24

/** Notes that the owner of a link wants to be erased, and tells staff: once for each link. */
export function askToBeErased(email: string, token: string, now: Date): void {
  const mailbox = certainMailboxOf(email)
  const page = `${env.BASE_URL}${personPath(mailbox)}`
  immediately((tx) => {
    noteErasureAsked(mailbox, now, tx)
    postToStaff(now, {
      kind: 'staff-erasure-request',
      once: token.slice(-LINK_NAME_LENGTH),
      letter: letter`
        # Someone wants to be erased

        The owner of ${email} asks us to erase what we hold about them. They read it by a link to their mailbox.

        [See this person](${page})

        Their page says what stands in the way, if anything does. Erasing takes two presses.
      `,
      headers: { 'Reply-To': email },
    })
  })
}
