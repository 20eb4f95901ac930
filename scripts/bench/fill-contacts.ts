import type Database from 'better-sqlite3'
import { gramsOf, nameOf } from './names'
import { TODAY } from './today'

const INTERESTS = ['safari', 'cultural', 'luxury', 'custom']
const SPREAD_MS = 700 * 24 * 3_600_000

/** Inquiries over the last two years, with their totals, tallies and search tables. */
export function fillContacts(file: Database.Database, count: number): void {
  const add = file.prepare(
    `insert into contact_inquiries (first_name, last_name, email, phone, interest, message, created_at)
     values (?, ?, ?, '+1 512 555 0100', ?, 'We would like to see the great migration with the children.', ?)`,
  )
  const addGrams = file.prepare('insert into contact_grams (rowid, grams) values (?, ?)')
  for (let index = 0; index < count; index += 1) {
    const { first, last } = nameOf(index)
    const email = `${first}.${last}.${index}@example.com`.toLowerCase()
    const interest = INTERESTS[index % INTERESTS.length] ?? ''
    const at = Math.round(TODAY - SPREAD_MS + (SPREAD_MS * index) / count)
    const { lastInsertRowid } = add.run(first, last, email, interest, at)
    addGrams.run(lastInsertRowid, gramsOf([first, last, email, interest]))
  }
  file.exec(`
    insert into contact_search (contact_search) values ('rebuild');
    insert into contact_phone_search (rowid, digits) select id, '15125550100' from contact_inquiries;
    update totals set amount = (select count(*) from contact_inquiries) where name = 'contacts';
    insert or replace into slot_tallies
      select 'contacts', created_at / 900000, count(*) from contact_inquiries group by 2;`)
}
