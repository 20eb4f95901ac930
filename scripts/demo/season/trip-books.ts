import { readFile } from 'node:fs/promises'
import { now } from '#app/platform/clock.server'
import { addDays } from '#app/platform/days'
import type { Staff } from '#app/staff/sessions.server'
import { departureOf } from '#app/tours/departures.server'
import { tickAboard } from '#app/tours/guides.server'
import { placedPictures } from '#app/tours/lodge-form'
import { lodgeList } from '#app/tours/lodges.server'
import { daysIn, daysOf } from '#app/tours/tour-lists.server'
import { addTripFile, notesIn } from '#app/tours/trip-book.server'
import { at, done, type Entry } from './diary'
import { OCTOBER } from './office'

const BEACH = 'public/pictures/dhow-by-moon-960.jpg'

/**
 * Staff write on October's trip book, and change a lodge of it; on the
 * journey of February the guide ticks each day that everyone is aboard.
 */
export function tripBooks(owner: () => Staff, guide: () => Staff, february: () => number): Entry[] {
  const change = async () => {
    const words = { kind: 'more' as const, title: 'Do we sing on the way?', isPublic: true }
    const text =
      'Bring the words of one song that you know by heart. We sing it on the long drive to the Mara.'
    done(notesIn(OCTOBER).add({ ...words, text }, owner(), now()))
    const file = { title: 'The beach by night', bytes: await readFile(BEACH) }
    done(await addTripFile(OCTOBER, file, owner(), now()))
  }
  return [
    ...Array.from({ length: 12 }, (_, index) => ({
      at: at(addDays('2025-02-13', index), 7),
      command: () => {
        const departure = departureOf({ departureId: february() })
        return tickAboard(departure, addDays(departure.startsOn, index), guide(), now())
      },
    })),
    { at: at('2025-05-27', 11), command: change },
    { at: at('2025-05-30', 16), command: () => otherLodge(owner()) },
  ]
}

const MBWEHA = {
  name: 'Mbweha Springs Lodge',
  place: 'Lake Nakuru',
  room: 'Stone cottage of 410 sq ft with a fireplace, two queen beds',
  bath: 'Own bathroom, tub and shower',
  fact: 'Zebra come through the garden at breakfast.',
  link: '',
  ...placedPictures(['/pictures/nakuru-terrace']),
}

function otherLodge(staff: Staff): void {
  const nakuru = daysOf(OCTOBER).find(({ lodge }) => lodge === 'Makalia Ridge Lodge')
  const day = nakuru && daysIn(OCTOBER).open(nakuru.id)
  if (!nakuru || !day) throw new Error('Nobody sleeps at Lake Nakuru')
  const lodge = {
    lodge: MBWEHA.name,
    lodgeAddress: 'Below Makalia gate, Lake Nakuru',
    lodgePhone: '+254 20 555 0147',
  }
  done(lodgeList.add(MBWEHA, staff, now()))
  const { words, version } = day
  done(daysIn(OCTOBER).change(nakuru.id, { ...words, ...lodge, version }, staff, now()))
}
