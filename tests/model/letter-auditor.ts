import { showDay } from '#app/platform/days'
import { readDollars } from '#app/platform/typed/amounts'
import type { Audited } from './auditors'

type Books = {
  kind: string
  text: string
  reference: string
  status: string
  asked: number
  total: number
  kept: number
  writtenOff: number
  onItsWay: number
  /** It may speak of a share: where each pays their own, or to a companion. */
  ofShare: number
  plan: { dueOn: string; owed: number; amount: number }[]
}

const SUM = /\$(\d{1,3}(?:,\d{3})*(?:\.\d\d)?)/.source
const DAY = /([A-Z][a-z]{2} \d{1,2}, \d{4})/.source

const read = (sum = ''): number => readDollars(sum) ?? Number.NaN

/** Every sum, or sum and day, that a letter says in these words. */
const said = (text: string, words: string): string[][] =>
  [...text.matchAll(new RegExp(words, 'gm'))].map(([, ...found]) => found)

/** These speak only of what is asked for again. */
const ASKED_ANEW = ['bank-payment-failed', 'bank-payment-taken-back']

/** What the letters that were written since `after` say, and what the books said at that moment. */
export function letterSumFaults(world: Audited, after: number): { faults: string[]; seen: number } {
  const letters = world.rows<Omit<Books, 'plan'> & { plan: string; id: number }>(
    `select rowid as id, kind, text, reference, status, asked, total, kept, written_off as writtenOff,
       on_its_way as onItsWay, of_share as ofShare, plan
     from letter_books where rowid > ? and kind not like 'staff-%'`,
    after,
  )
  const faults = letters.flatMap(({ plan, ...letter }) =>
    wrongIn({ ...letter, plan: JSON.parse(plan) }).map(
      (wrong) => `${letter.kind} of ${letter.reference} (${letter.status}): ${wrong}`,
    ),
  )
  return { faults, seen: letters.at(-1)?.id ?? after }
}

function wrongIn(books: Books): string[] {
  const { text, kind, asked, kept, total, writtenOff, onItsWay, ofShare, status } = books
  const isHeld = status === 'pending'
  const open = books.plan
    .map(({ dueOn, owed, amount }) => ({ day: showDay(dueOn), cents: isHeld ? amount : owed }))
    .filter(({ cents }) => cents > 0)
  const byDay = (day = '') => open.filter((one) => one.day === day).reduce((sum, { cents }) => sum + cents, 0)
  const wrong: string[] = []
  const expect = (what: string, says: number, is: number, isPart = false) => {
    // A share is a part of it: that all of them come to it, and whose they are, other tests look at.
    if (ofShare || isPart ? says > is : says !== is) wrong.push(`says ${what} ${says}, is ${is}`)
  }
  const isAnew = ASKED_ANEW.includes(kind)
  for (const [sum] of said(text, `^Balance due: ${SUM}`)) expect('left', read(sum), asked)

  const lines = said(text, `^.+, (?:due|was due) ${DAY}: ${SUM}`)
  const days = new Map<string, number>()
  for (const [day = '', sum] of lines) days.set(day, (days.get(day) ?? 0) + read(sum))
  for (const [day, sum] of days) expect(`due on ${day}`, sum, byDay(day))
  // What waits for the decision whether the departure runs has no day yet.
  const undated = said(text, `^.+, due once .+: ${SUM}`)
  const planned = [...lines.map(([, sum]) => sum), ...undated.map(([sum]) => sum)]
  if (planned.length > 0) {
    const all = planned.reduce((total, one) => total + read(one), 0)
    expect(
      'in all',
      all,
      open.reduce((total, { cents }) => total + cents, 0),
      isAnew,
    )
    if (isAnew) for (const [sum] of said(text, `^Pay ${SUM}:$`)) expect('button', read(sum), all)
  }
  if (lines.length > 0 && undated.length === 0 && !ofShare)
    expect('days', days.size, new Set(open.map(({ day }) => day)).size, isAnew)

  const reminded = said(text, `: ${SUM}\\nDue: ${DAY}`)
  for (const [sum, day] of reminded)
    if (!open.some((one) => one.day === day && (ofShare ? one.cents >= read(sum) : one.cents === read(sum))))
      wrong.push(`reminds of ${sum} on ${day}, open is ${JSON.stringify(open)}`)

  const next = open[0]
  for (const [sum, day] of said(
    text,
    `[Nn]ext payment (?:of|is) ${SUM},?(?: which)? (?:is due|was due|due) on ${DAY}`,
  )) {
    const meant = ofShare ? open.find((one) => one.day === day) : next
    expect('next', read(sum), meant?.cents ?? 0)
    if (day !== meant?.day) wrong.push(`says next on ${day}, is ${next?.day}`)
  }
  for (const [sum] of said(text, `^Pay ${SUM}:$`)) {
    if (kind === 'part-asked' || isHeld || isAnew) continue
    const together = reminded.reduce((all, [part]) => all + read(part), 0)
    expect('button', read(sum), together || (ofShare ? asked : (next?.cents ?? 0)))
  }
  for (const [paid, price] of said(text, `^Paid so far: ${SUM} of ${SUM}`))
    if (kept <= total) expect('price less paid', read(price) - read(paid), asked + onItsWay + writtenOff)
  return wrong
}
