import { and, asc, eq } from 'drizzle-orm'
import {
  type Leader,
  linkTo,
  linkToShare,
  nextOfLeader,
  termsOfLeader,
} from '#app/bookings/leaders/leaders.server'
import { isPaid } from '#app/bookings/status'
import { type Day, showDay, showDays } from '#app/platform/days'
import { qrCode } from '#app/platform/qr-code.server'
import { firstNameOf } from '#app/platform/typed/first-name'
import { tourPicture } from '#app/site/page-words.server'
import { plainFileOf } from '#app/site/picture'
import { hasBegun } from '#app/tours/departure'
import { departureOf, seatsKeptFor } from '#app/tours/departures.server'
import { firstTour } from '#app/tours/tours.server'
import { partyStanding } from '#app/travelers/details.server'
import { keepsSeat } from '#db/booking-queries.server'
import { db } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'

/**
 * What a leader sees of their guests until a departure begins (rules 1.37): first names and how far each is,
 * and the seats that are left. Never sums, addresses, or what travelers tell us.
 */
export function leaderPage(leader: Leader, today: Day) {
  const link = linkToShare(leader, today)
  const next = nextOfLeader(leader, today)
  return {
    ...{ name: leader.name, code: leader.code ?? '', link, qr: qrCode(link) },
    /** What the link leads to, where that is agreed with them. */
    going: next ? { tour: next.name, dates: showDays(next.startsOn, next.endsOn) } : null,
    picture: plainFileOf(tourPicture(next ?? { tourId: firstTour().id }).wide),
    departures: departuresOf(leader, today),
  }
}

function departuresOf(leader: Leader, today: Day) {
  const guests = db
    .select()
    .from(bookings)
    .where(and(eq(bookings.leaderId, leader.id), keepsSeat))
    .orderBy(asc(bookings.id))
    .all()
  const agreed = new Map(termsOfLeader(leader.id).map((terms) => [terms.departureId, terms]))
  const ahead = [...new Set([...agreed.keys(), ...guests.map(({ departureId }) => departureId)])]
    .map((departureId) => departureOf({ departureId }))
    .filter((departure) => !hasBegun(departure, today) && departure.canceledAt === null)
    .toSorted((one, other) => (one.startsOn < other.startsOn ? -1 : 1))
  const areSeveral = ahead.filter(({ id }) => agreed.has(id)).length > 1
  return ahead.map((departure) => {
    const terms = agreed.get(departure.id)
    const isKept = terms !== undefined && terms.seats > 0 && terms.releasedAt === null
    return {
      ...{ id: departure.id, tour: departure.name, dates: showDays(departure.startsOn, departure.endsOn) },
      kept: isKept ? { left: seatsKeptFor(leader.id, departure), of: terms.seats } : null,
      keptUntil: isKept && terms.releaseOn ? showDay(terms.releaseOn) : null,
      // A private one has no other way to it.
      link: areSeveral && terms ? linkTo(departure, leader) : null,
      guests: guests
        .filter(({ departureId }) => departureId === departure.id)
        .flatMap((booking) =>
          partyStanding(booking).map(({ called, missing }) => ({
            name: firstNameOnly(called),
            state: isPaid(booking.status)
              ? missing.length > 0
                ? ('details-missing' as const)
                : ('on-time' as const)
              : ('holds-seat' as const),
          })),
        ),
    }
  })
}

const TITLE = /^(mr|mrs|ms|miss|mx|dr|prof|rev)\b/i

/** By a title we would say the family's name. */
function firstNameOnly(name: string): string {
  const first = firstNameOf(name)
  return first && !TITLE.test(first) ? first : 'A guest'
}
