import Database from 'better-sqlite3'
import type { Asked, Figure } from './measure'
import { timeInTurn, worked } from './pages'
import { departures, filled, people, TODAY } from './rows'
import { FOLDER, LISTENS, signIn, startOurs } from './servers'

const FEW = 1_000
const MANY = 1_000_000
const ROUNDS = 60
/** As many journeys in both. */
const DEPARTURES = 2_000
/** The one whose companion has a name that nobody else has. */
const THIS_ONE = 424
const COMPANION = 'Zuberi Quillfeather'

const telephoneOf = (n: string) => `printf('+1 %03d %07d', 200 + ${n} * 37 % 800, ${n} * 7654321 % 10000000)`

/**
 * Two travel on each booking. Triggers wait, and what they would have written comes at once; the index is
 * merged as the night leaves it (purge-expired.server.ts).
 */
const twoToABooking = (count: number, seats: number) => `
  ${people(DEPARTURES * seats, 700)}
  ${departures('2024-10-16', -1, seats)}
  insert into bookings (booking_reference, departure_id, room_type, payment_type, payment_status, customer_name,
      customer_email, customer_phone, customer_address, customer_city, customer_state, customer_zip_code,
      customer_country, number_of_guests, total_cents, deposit_cents, agreed_deposit_cents, refund_terms, hold_ends_at,
      browser_digest, checkout_key, link_token, created_at, updated_at)
    select reference, 1000 + n / ${seats}, 'double', 'deposit', 'deposit_paid', name, email, ${telephoneOf('n')},
      '12 Congress Avenue', 'Austin', 'Texas', '78701', 'United States', 2, 900000, 100000, 100000,
      'Fully refundable for 30 days.', at, reference, reference, reference || '-a-link-token', at, at
    from people where n < ${count} order by n;
  insert into booking_words (booking_id, words)
    select id, booking_reference || char(10) || customer_name || char(10) || customer_email
      || char(10) || replace(replace(customer_phone, '+', ''), ' ', '') || char(10)
      || iif(booking_reference = printf('TS-%06d', ${THIS_ONE}), '${COMPANION}', 'Amina ' || customer_name)
    from bookings;
  insert into booking_search (booking_search) values ('rebuild'), ('optimize');`

function bookingsToSearch(count: number): Promise<string> {
  return filled(`${FOLDER}/search-${count}.db`, (file) => {
    const triggers = file.prepare("select name, sql from sqlite_master where type = 'trigger'").all() as {
      name: string
      sql: string
    }[]
    const [dropped, again] = [
      triggers.map(({ name }) => `drop trigger "${name}";`),
      triggers.map(({ sql }) => `${sql};`),
    ]
    const rows = twoToABooking(count, Math.ceil(count / DEPARTURES))
    return [...dropped, rows, ...again].join('\n')
  })
}

/** A booking found among a million by a telephone, or by the name of somebody who travels along. */
export async function benchSearch(scale: number): Promise<Figure[]> {
  const files = [await bookingsToSearch(Math.round(MANY * scale)), await bookingsToSearch(FEW)] as const
  const start = (file: string) => startOurs(file, { CLOCK_START: new Date(TODAY).toISOString() }, LISTENS)
  const sites = [await start(files[0]), await start(files[1])] as const
  try {
    const cookies = [await signIn(sites[0].url), await signIn(sites[1].url)] as const
    const telephone = new Database(':memory:')
      .prepare(`select ${telephoneOf(String(THIS_ONE))}`)
      .pluck()
      .get()
    const figures: Figure[] = []
    for (const [name, term] of Object.entries({ telephone: String(telephone), companion: COMPANION })) {
      const path = `/admin/bookings?q=${encodeURIComponent(term)}`
      const asked: [Asked, Asked] = [
        [sites[0], path, cookies[0]],
        [sites[1], path, cookies[1]],
      ]
      for (const [site, , cookie = ''] of asked) {
        const page = await fetch(site.url + path, { headers: { Cookie: cookie } })
        if (!(await page.text()).includes(`TS-${String(THIS_ONE).padStart(6, '0')}`))
          throw new Error(`${term} is not found`)
      }
      const [many, few] = await timeInTurn(asked, ROUNDS)
      figures.push([`search by ${name}: processor time`, worked(many) / worked(few), '×', 'at most', 1.3])
    }
    return figures
  } finally {
    await Promise.all(sites.map((site) => site.close()))
  }
}
