import { sqlite } from '#db/connection.server'
import { prepared } from '#db/prepared.server'

/** Where more wait, those who asked first come first. */
const ASKED_AT_MOST = 50

/** Who has asked and is not erased: no longer than the letter to staff has its text. */
export const erasuresAsked = () => asked().all({ atMost: ASKED_AT_MOST })

const asked = prepared(() =>
  sqlite.prepare<[{ atMost: number }], { id: number; email: string; askedAt: number }>(
    `select min(id) as id, headers ->> 'Reply-To' as email, min(created_at) as askedAt from outbox
     where kind = 'staff-erasure-request' and headers <> '{}'
     group by email order by askedAt limit :atMost`,
  ),
)
