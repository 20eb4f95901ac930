import { now } from '#app/platform/clock.server'
import { nameInLinks } from '#app/tours/departure'
import { departureOf } from '#app/tours/departures.server'
import { confirmWatching, notifyWatchers, startWatching, stopWatching } from '#app/tours/watchers.server'
import { db, sqlite } from '#db/connection.server'
import { departureWatchers } from '#db/schema/tours'
import type { Commands } from './commands'

const watchers = () => db.select().from(departureWatchers).orderBy(departureWatchers.id).all()

/** What people who watch a departure do, and the job that tells them. */
export const WATCHER_COMMANDS = {
  watch({ departs, email, confirms }: Commands['watch']) {
    const asked = startWatching(email, now(), nameInLinks(departureOf({ departureId: departs })))
    if ('refused' in asked) return asked.refused
    const waits = watchers().find((one) => one.email === email && one.waitingSince)
    return confirms && waits ? confirmWatching(waits.confirmToken ?? '') : 'asked'
  },
  stopWatching({ which }: Commands['stopWatching']) {
    const all = watchers()
    return stopWatching(all[which % Math.max(1, all.length)]?.token ?? '')
  },
  notifyWatchers: () => notifyWatchers(now()),
}

/** Who is to hear of a change, noted by the database itself at the moment of the change, for the auditor. */
export const keepWhoWatches = () =>
  sqlite.exec(`
    create table if not exists watched (change integer, kind text, departure integer, email text, watcher integer);
    delete from watched;
    create trigger if not exists change_watched after insert on schedule_changes begin
      insert into watched select new.id, new.kind, new.departure_id, lower(email), max(id) from departure_watchers
        where departure_id = new.departure_id and waiting_since is null
          and lower(email) not in (select lower(customer_email) from bookings where departure_id = new.departure_id
            and (payment_status in ('deposit_paid', 'completed') or payment_status = 'pending' and sold_by is not null
              and hold_ends_at > new.created_at))
          and lower(email) not in (select lower(email) from waitlist_entries
            where departure_id = new.departure_id and state in ('waiting', 'offered'))
        group by lower(email);
    end`)
