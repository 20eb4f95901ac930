import { eq } from 'drizzle-orm'
import { stripeConfigured } from '#app/money/stripe/client.server'
import type { Day } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { hiddenStories } from '#app/site/lists.server'
import { isConfirmed } from '#app/site/opening-steps.server'
import { storedSettings } from '#app/site/settings.server'
import { isSampleCompany, standInsOf } from '#app/site/stand-ins.server'
import { departuresNotOver } from '#app/tours/departures.server'
import { toursPath } from '#app/tours/tours.server'
import { isTripBookInvented } from '#app/tours/trip-book.server'
import { db } from '#db/connection.server'
import { payments } from '#db/schema/money'
import { galleryImages } from '#db/schema/site'

export type OpeningLine = {
  title: string
  /** What is missing, and what guests see until then. */
  hint: string
  /** Where it is done. */
  to: string
  isDone: boolean
  /** What staff may confirm as right, beside what shows by itself. */
  confirm?: 'prices' | 'pictures' | 'legal'
}

/** What a company does before it opens, each line ticked by itself; null once all is done, or dismissed. */
export function openingChecklist(today: Day): OpeningLine[] | null {
  if (isConfirmed('closed')) return null
  const lines = [...connections(), ...ownWords(), ...journey(today), tryOut()]
  return lines.every(({ isDone }) => isDone) ? null : lines
}

const connections = (): OpeningLine[] => [
  {
    title: 'Card payments',
    hint: 'Stripe’s keys are missing, so nobody can pay by card. Site health says which service answers.',
    to: '/admin/health',
    isDone: stripeConfigured(),
  },
  {
    title: 'Email',
    hint: 'SMTP_URL, MAIL_FROM and STAFF_EMAIL must be your own. Until then mail waits, and nothing is lost.',
    to: '/admin/health',
    isDone: env.SMTP_URL !== undefined && (isSampleCompany() || isOwnMail()),
  },
]

const isOwnMail = (): boolean =>
  [env.MAIL_FROM.address, env.STAFF_EMAIL].every((address) => !address.endsWith('.example'))

function ownWords(): OpeningLine[] {
  const invented = standInsOf(storedSettings())
  const isOwn = (...fields: typeof invented) => !fields.some((field) => invented.includes(field))
  return [
    {
      title: 'Email, phone and address',
      hint: 'Guests see none yet: those in Settings are stand-ins. No campaign leaves without an address.',
      to: '/admin/settings',
      isDone: isOwn('contactEmail', 'contactPhone', 'postalAddress'),
    },
    {
      title: 'Who leads the company',
      hint: 'The profile in Settings is a stand-in: the contact page shows none yet.',
      to: '/admin/settings',
      isDone: isOwn('leaderName', 'leaderText', 'leaderPicture'),
    },
    {
      title: 'Terms and privacy',
      hint: 'The first texts say what this site does. Have a lawyer read both, change what is needed, and confirm.',
      to: '/admin/settings/pages',
      confirm: 'legal',
      isDone: isConfirmed('legal'),
    },
    {
      title: 'Traveler stories',
      hint: 'Three samples are hidden from guests. Replace or delete them.',
      to: '/admin/settings/stories',
      isDone: hiddenStories().length === 0,
    },
    {
      title: 'Pictures',
      hint: 'Upload photographs of your own, or keep the drawn ones.',
      to: '/admin/settings/gallery',
      confirm: 'pictures',
      isDone: isConfirmed('pictures') || hasPhotograph(),
    },
  ]
}

const hasPhotograph = (): boolean =>
  db
    .select({ id: galleryImages.id })
    .from(galleryImages)
    .where(eq(galleryImages.isUploaded, true))
    .limit(1)
    .get() !== undefined

function journey(today: Day): OpeningLine[] {
  const invented = departuresNotOver(today).find(({ id }) => isTripBookInvented(id))
  return [
    {
      title: 'Prices and dates',
      hint: 'Look through seats, prices, due dates and days. Experiences are “On request” until you confirm.',
      to: '/admin/departures',
      confirm: 'prices',
      isDone: isConfirmed('prices'),
    },
    {
      title: 'Lodges and numbers for help',
      hint: 'The trip book leaves out sample lodges, meeting points and the office’s number.',
      to: invented ? `/admin/departures/${invented.id}/trip-book/days` : '/admin/departures',
      isDone: invented === undefined,
    },
  ]
}

const tryOut = (): OpeningLine => ({
  title: 'A test booking',
  hint: 'Book a seat as a guest would, with a test card, and follow the letters.',
  to: toursPath(),
  isDone:
    db.select({ id: payments.id }).from(payments).where(eq(payments.kind, 'payment')).limit(1).get() !==
    undefined,
})
