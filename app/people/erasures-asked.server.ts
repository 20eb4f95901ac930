import { asc } from 'drizzle-orm'
import { db, type Tx } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { erasureRequests } from '#db/schema/people'

/** Where more wait, those who asked first come first. */
const ASKED_AT_MOST = 50

/** Keeps that they asked, once. It is gone with all else that is theirs. */
export function noteErasureAsked(email: string, now: Date, tx: Tx): void {
  tx.insert(erasureRequests).values({ email, createdAt: now }).onConflictDoNothing().run()
}

/** Who has asked and is not erased. */
export const erasuresAsked = () => asked().all()

const asked = prepared(() =>
  db.select().from(erasureRequests).orderBy(asc(erasureRequests.createdAt)).limit(ASKED_AT_MOST).prepare(),
)
