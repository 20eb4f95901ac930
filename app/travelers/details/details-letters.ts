import { type AboutBooking, questions } from '#app/bookings/about-booking'
import type { Letter } from '#app/mail/letter'
import { type Day, showDays } from '#app/platform/days'

type Journey = { tourName: string; startsOn: Day; endsOn: Day }
type Contact = Pick<AboutBooking, 'contactEmail' | 'contactPhone'>

/** What a traveler is called, and the names of what is missing; never what was told. */
type AskedTraveler = { name: string; missing: string }

type Asked = Journey &
  Contact & {
    /** They were asked before: this is the second letter, a few weeks before the departure. */
    isLast: boolean
    formAddress: string
    /** Everything is erased so many days after the return. */
    keptDays: number
  }

/** Asks the lead traveler for the details that are missing, traveler by traveler. */
export const detailsAsked = (
  asked: Asked & { travelerName: string; travelers: AskedTraveler[]; isParty: boolean },
): Letter => ({
  subject: subjectOf(asked),
  blocks: [
    { paragraph: `Dear ${asked.travelerName},` },
    { paragraph: whyWeAsk(asked) },
    { rows: asked.travelers.map(({ name, missing }): [string, string] => [name, missing]) },
    { paragraph: inParts(asked) },
    { link: { label: 'Fill in the details', address: asked.formAddress } },
    ...(asked.isParty
      ? [
          {
            paragraph:
              'Your companions can fill in their own: your booking page has a link for each of them, which shows only their details and nothing about money.',
          },
        ]
      : []),
    NOT_BY_MAIL,
    questions(asked),
  ],
})

/** Asks a companion for their own details, by their own link. */
export const detailsAskedOfCompanion = (asked: Asked & { name: string | null; missing: string }): Letter => ({
  subject: subjectOf(asked),
  blocks: [
    { paragraph: asked.name ? `Dear ${asked.name},` : 'Hello,' },
    { paragraph: whyWeAsk(asked) },
    { rows: [[asked.isLast ? 'Still missing' : 'Missing', asked.missing]] },
    { paragraph: inParts(asked) },
    { link: { label: 'Fill in my details', address: asked.formAddress } },
    NOT_BY_MAIL,
    keepToYourself(),
    questions(asked),
  ],
})

/** The link to a companion's own form, because the lead traveler for them asked us to send it. */
export const companionLink = (
  letter: Journey & Contact & { bookedBy: string | null; formAddress: string; keptDays: number },
): Letter => ({
  subject: `Your details for ${letter.tourName}`,
  blocks: [
    { paragraph: 'Hello,' },
    {
      paragraph: `${letter.bookedBy ?? 'Someone who is traveling with you'} has booked a place for you on ${letter.tourName}, ${showDays(letter.startsOn, letter.endsOn)}, and asked us to send you this link. It opens your own page: what your guide, the lodges and the parks need to know about you.`,
    },
    { paragraph: inParts(letter) },
    { link: { label: 'Fill in my details', address: letter.formAddress } },
    keepToYourself('Not expecting this? Someone mistyped an address, and you can ignore this message.'),
    questions(letter),
  ],
})

const subjectOf = ({ isLast, tourName }: Pick<Asked, 'isLast' | 'tourName'>): string =>
  isLast ? `Still missing for ${tourName}: a few details` : `A few details for ${tourName}`

const whyWeAsk = ({ isLast, tourName, startsOn, endsOn }: Asked): string =>
  isLast
    ? `Your journey is coming up: ${tourName}, ${showDays(startsOn, endsOn)}. Rooms, park permits and transfers are now being booked by name, and this is what we still need from you:`
    : `We are preparing ${tourName}, ${showDays(startsOn, endsOn)}. For rooms, park permits and transfers, and so that your guide can look after you, this is what we still need to know:`

const inParts = ({ keptDays }: { keptDays: number }): string =>
  `Fill in what you know today; the rest can follow. Each question says why we ask. The answers are for our staff and your guide, and ${keptDays} days after the return all of them are erased.`

const NOT_BY_MAIL = {
  quiet:
    'Please do not send passport numbers or anything about your health by email: our page encrypts them, a mailbox does not.',
}

const keepToYourself = (more = '') => ({
  quiet: `Anyone who has the link can open the page, so keep it to yourself. ${more}`.trim(),
})
