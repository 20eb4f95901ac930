import { enterSpend } from '#app/analytics/marketing-spend.server'
import { addLeader } from '#app/bookings/leaders/save-leader.server'
import { saveTerms } from '#app/bookings/leaders/save-terms.server'
import { changeDeparture } from '#app/bookings/moved-dates.server'
import { addCode } from '#app/bookings/save-discount-code.server'
import { businessDay, now, thisMoment } from '#app/platform/clock.server'
import type { Day } from '#app/platform/days'
import { centsOf } from '#app/platform/money'
import { valuesOf } from '#app/platform/typed/fields'
import { confirmStep } from '#app/site/opening-steps.server'
import { type SiteSettings, saveSettings, storedSettings } from '#app/site/settings.server'
import { createUser } from '#app/staff/create-user.server'
import type { Role } from '#app/staff/rights'
import { noteSignIn, type Staff } from '#app/staff/sessions.server'
import { ensureFirstAccount, introduceGuide, userCalled } from '#app/staff/users.server'
import { DEPARTURE, type DepartureTerms } from '#app/tours/departure-form'
import { departureOf } from '#app/tours/departures.server'
import { assignGuide } from '#app/tours/guides.server'
import { copyDeparture } from '#app/tours/save-departure.server'
import { TOUR_WORDS } from '#app/tours/tour-forms'
import { itemsIn, itemsOf, saveTourWords } from '#app/tours/tour-lists.server'
import { firstTour } from '#app/tours/tours.server'
import { OPENING_STEPS } from '#db/values'
import { BOOKKEEPER, GUIDE } from '../summary'
import { at, done, type Entry } from './diary'
import { makeLaikipia } from './laikipia'
import { emailOf } from './staff-emails'
import { CHOIR } from './travelers'

/** The departure that the seed makes: October 2025. */
export const OCTOBER = 1

/** The band of the demo, and who plays what in it. */
const BAND = 'The Lone Fork Ramblers, four players'
const PLAYERS: Record<string, string> = {
  Fiddle: 'Ruth Ann Calloway',
  'Pedal steel': 'Dell Hutchins',
  Guitar: 'Wade Marlow',
  'Upright bass': 'June Pruitt',
}

const COLLEAGUE = 'njeri'

const LEADER = {
  ...{ name: 'Amani Njoroge', email: 'amani.njoroge@example.com', phone: '+1 713 555 0166', code: 'AMANI' },
  notes: 'Sings in the choir of St. Mary’s; hopes to bring twelve.',
}

const NEXT_EARLY_BIRD = {
  earlyBirdEndsOn: '2025-09-30' as Day,
  earlyBirdOffCents: centsOf(250),
  earlyBirdOffer: undefined,
}

/** What is spent on advertisements in a month, in dollars. */
const SPEND: [month: string, dollars: number][] = [
  ['2024-09', 900],
  ['2024-10', 900],
  ['2024-11', 1_150],
  ['2024-12', 400],
  ['2025-01', 700],
  ['2025-02', 950],
  ['2025-03', 1_200],
  ['2025-04', 1_350],
  ['2025-05', 1_480.5],
]

export function officeOf(account: { username: string; password: string }) {
  let [february, august, next] = [0, 0, 0]
  const owner = () => staffCalled(account.username)
  const colleague = () => staffCalled(COLLEAGUE)
  const change = (id: number, terms: Partial<DepartureTerms>) => {
    const { version, ...departure } = departureOf({ departureId: id })
    done(changeDeparture(id, { ...valuesOf(DEPARTURE, departure), ...terms, version }, owner(), now()))
  }
  const changeSettings = (changes: Partial<SiteSettings>) => {
    const { id: _, updatedAt: __, ...stored } = storedSettings()
    done(saveSettings({ ...stored, ...changes }, owner(), now()))
  }
  /** They sign in with the owner's password: the demo prints one. */
  const hire = async (username: string, role: Role) => {
    const email = role === 'guide' ? undefined : emailOf(username)
    const user = { username, email, password: account.password, role }
    done(await createUser(user, owner(), thisMoment()))
  }
  const signIn = (name: string, on: Day, hour: number): Entry => ({
    at: at(on, hour),
    command: () => {
      const known = userCalled(name)
      if (known) noteSignIn(known, now())
    },
  })

  const entries: Entry[] = [
    { at: at('2024-09-02', 9), command: () => ensureFirstAccount(account, now()) },
    // The company of the demo is the one that the seed invents, and it has long opened.
    ...OPENING_STEPS.map((step) => ({
      at: at('2024-09-02', 9.1),
      command: () => confirmStep(step, owner(), now()),
    })),
    signIn(account.username, '2024-09-02', 9.25),
    {
      at: at('2024-09-02', 10),
      command: () => hire(COLLEAGUE, 'editor'),
    },
    { at: at('2024-09-02', 10.5), command: () => hire(BOOKKEEPER, 'bookkeeper') },
    { at: at('2025-01-20', 10), command: () => hire(GUIDE, 'guide') },
    {
      at: at('2025-01-20', 10.25),
      command: () => {
        const { id } = staffCalled(GUIDE)
        done(assignGuide(id, [february, OCTOBER], owner(), now()))
        introduceGuide(id, { guideName: 'Kiprono Cheruiyot', guidePhone: '+254 20 555 0177' }, owner(), now())
      },
    },
    signIn(GUIDE, '2025-02-11', 7),
    signIn(BOOKKEEPER, '2025-05-02', 10),
    // October goes on sale with the new year; before, the journey of February is copied from it.
    {
      at: at('2024-09-03', 10),
      command: () => change(OCTOBER, { salesOpenOn: '2025-01-06', firstInstallmentDueOn: '2025-05-15' }),
    },
    {
      at: at('2024-09-03', 11),
      command: () => {
        february = done(copyDeparture(OCTOBER, '2025-02-06', owner(), now())).id
        change(february, {
          ...{
            sales: 'open',
            salesOpenOn: null,
            firstInstallmentDueOn: '2024-12-06',
            finalInstallmentDueOn: '2025-01-06',
          },
          ...{ earlyBirdEndsOn: '2024-11-08', singlePriceCents: centsOf(6_500) },
        })
      },
    },
    // Guests asked for more time: the due dates that new bookings have since.
    { at: at('2025-03-17', 15), command: () => change(OCTOBER, { firstInstallmentDueOn: '2025-08-15' }) },
    { at: at('2025-03-17', 15.25), command: () => change(OCTOBER, { salesOpenOn: null }) },
    {
      at: at('2024-09-04', 9),
      command: () =>
        changeSettings({
          instagramLink: 'https://www.instagram.com/savannasoul.example',
          lettersSignedBy: 'Grace Njoroge, who plans the journeys',
          cardStatement: 'SAVANNA SOUL',
          offersAutopay: true,
          bankDiscount: '1',
        }),
    },
    {
      at: at('2024-09-04', 9.5),
      command: () => {
        const { version, ...tour } = firstTour()
        const bandText = tour.bandText.replace('Four players', BAND)
        done(saveTourWords(tour.id, { ...valuesOf(TOUR_WORDS, tour), bandText, version }, owner(), now()))
        const list = itemsIn(tour.id, 'player')
        for (const { id, title, text } of itemsOf(tour.id).player)
          done(list.change(id, { title: `${PLAYERS[title]}, ${title.toLowerCase()}`, text }, owner(), now()))
      },
    },
    ...SPEND.map(([month, dollars]) => ({
      at: at(`${month}-28`, 17),
      command: () =>
        done(enterSpend({ month, amountCents: centsOf(dollars) }, colleague(), now(), businessDay(now()))),
    })),
    {
      at: at('2025-05-01', 10),
      command: () =>
        done(
          addCode(
            {
              ...{ code: CHOIR, off: '10%', words: 'Choir of Austin', endsOn: '2025-07-31' },
              ...{ usesAtMost: 10, usesEachAtMost: 1, departureIds: [OCTOBER] },
            },
            owner(),
            now(),
          ),
        ),
    },
    // A deaconess of Houston, who has six seats until the middle of July and one free place for each four.
    {
      at: at('2025-05-02', 10),
      command: () => {
        const { id: leaderId } = done(addLeader(LEADER, owner(), now()))
        const words = { seats: 6, releaseOn: '2025-07-15' as Day, freeEvery: 4, each: centsOf(50) }
        done(saveTerms({ leaderId, departureId: OCTOBER }, words, owner(), now()))
      },
    },
    // A small one in August, soon sold out: its travelers may offer their places to those who wait.
    {
      at: at('2025-03-20', 9),
      command: () => {
        august = done(copyDeparture(OCTOBER, '2025-08-21', owner(), now())).id
        change(august, { sales: 'open', seats: 6, resaleFeePercent: 10 })
      },
    },
    // The journey after October's, with an early bird in money: where a booking can be moved to.
    {
      at: at('2025-05-28', 11),
      command: () => {
        next = done(copyDeparture(OCTOBER, '2026-02-12', owner(), now())).id
        change(next, { sales: 'open', minimumTravelers: 6, decideOn: '2025-06-20', ...NEXT_EARLY_BIRD })
      },
    },
    { at: at('2025-05-29', 11), command: () => makeLaikipia(OCTOBER, owner(), change) },
    signIn(COLLEAGUE, '2025-05-30', 9.5),
    signIn(account.username, '2025-05-31', 20),
  ]
  const guide = () => staffCalled(GUIDE)
  const departures = { february: () => february, august: () => august, next: () => next }
  return { entries, owner, colleague, guide, change, ...departures }
}

function staffCalled(name: string): Staff {
  const user = userCalled(name)
  if (!user) throw new Error(`Nobody of the staff is called ${name}`)
  return { id: user.id, username: user.username, role: user.role }
}
