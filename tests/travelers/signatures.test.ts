import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { partyOf } from '#app/bookings/party.server'
import { departureOf } from '#app/tours/departures.server'
import type { DocumentWords } from '#app/tours/document-form'
import { documentIn, documentsIn, documentsOf } from '#app/tours/documents.server'
import { copyDeparture } from '#app/tours/save-departure.server'
import { askForDetails } from '#app/travelers/ask-for-details.server'
import { changeableOf, changeTraveler } from '#app/travelers/change-traveler.server'
import { remindToSign } from '#app/travelers/remind-to-sign.server'
import { saveDetails } from '#app/travelers/save-details.server'
import {
  evidenceOf,
  signaturesMissing,
  signDocument,
  signingProgress,
  toSignOn,
  unsignedOf,
} from '#app/travelers/signatures.server'
import { db, sqlite } from '#db/connection.server'
import { documents, documentVersions, signatures } from '#db/schema/documents'
import { outbox } from '#db/schema/mail'
import { auditLog } from '#db/schema/staff'
import { minutesAfter, NOON } from '#tests/fixtures/orders'
import { aPaidBooking, aStaffMember, lettersOfKind } from '#tests/fixtures/paid-bookings'
import { nothingBooked } from '#tests/fixtures/payments'
import { aWholeWish } from './wishes'

const WAIVER: DocumentWords = {
  title: 'Release of liability',
  signers: 'each',
  daysBefore: 30,
  text: 'Wild animals are **wild**.\n\n- I stay in the car.',
  asksAgain: false,
}

beforeEach(() => {
  nothingBooked()
  // Nothing of an earlier test: bookings, and with them signatures, are gone.
  db.delete(documents).run()
})

const ofTour = () => documentsIn(1)

function aDocument(words: Partial<DocumentWords> = {}): number {
  const added = ofTour().add({ ...WAIVER, ...words }, aStaffMember(), NOON)
  if (!('id' in added)) throw new Error('Not added')
  return added.id
}

const writes = (id: number, words: Partial<DocumentWords>) =>
  ofTour().change(id, { ...WAIVER, ...words }, aStaffMember(), NOON)

const versionOf = (id: number): number => documentIn(1, id)?.now.id ?? 0

/** Four: two adults, of whom the second has an address of her own, a son of 20 and a daughter of 9. */
async function aFamily() {
  const { booking } = await aPaidBooking({ travelers: 4 })
  const [lead, wife, son, daughter] = partyOf(booking.id)
  if (!lead || !wife || !son || !daughter) throw new Error('Not four')
  const born: Record<number, string> = { [son.id]: '2005-01-01', [daughter.id]: '2016-03-04' }
  for (const traveler of [son, daughter])
    saveDetails(traveler, { ...aWholeWish({ bornOn: born[traveler.id] }) }, NOON)
  sqlite
    .prepare("update travelers set email = 'wife@example.com', name = 'Ruth Kamau' where id = ?")
    .run(wife.id)
  const again = partyOf(booking.id)
  return { booking, lead, wife: again[1] as typeof wife, son, daughter }
}

const signs = (
  traveler: Awaited<ReturnType<typeof aFamily>>['lead'],
  documentId: number,
  byLink: 'own' | 'booking' = 'own',
  { versionId = versionOf(documentId), when = NOON, signedName = 'Wanjiru Kamau' } = {},
) => signDocument(traveler, { documentId, versionId, signedName, byLink }, when)

const copies = (kind: string) =>
  db
    .select()
    .from(outbox)
    .all()
    .filter((mail) => mail.kind === kind)

const open = (booking: Booking) =>
  toSignOn(booking.id)
    .filter(({ signatureId }) => signatureId === null)
    .map(({ position, title }) => `${position} ${title}`)

describe('who signs', () => {
  test('is everyone, the lead traveler for all, or a guardian for who is under 18 on the first day', async () => {
    const { booking, lead, wife, son, daughter } = await aFamily()
    expect(open(booking)).toEqual([])
    const waiver = aDocument()
    aDocument({ title: 'Terms of the group', signers: 'lead' })
    const consent = aDocument({ title: 'Consent', signers: 'guardian' })
    expect(open(booking)).toEqual([
      ...[1, 2, 3, 4].map((position) => `${position} Release of liability`),
      '1 Terms of the group',
      '4 Consent',
    ])
    expect(signs(daughter, consent, 'own')).toEqual({ refused: 'by-guardian' })
    expect(signs(daughter, consent, 'booking')).toMatchObject({ signed: { signedAs: 'guardian' } })
    expect(signs(son, consent, 'booking')).toEqual({ refused: 'not-asked' })
    expect(signs(wife, waiver, 'booking')).toEqual({ refused: 'by-themselves' })
    expect(signs(wife, waiver)).toMatchObject({ signed: { signedAs: 'traveler', byLink: 'own' } })
    expect(signs(lead, waiver, 'booking')).toMatchObject({ signed: { signedAs: 'traveler' } })
    expect(unsignedOf(booking.id)).toEqual(
      new Map([
        [lead.id, ['Terms of the group']],
        [son.id, ['Release of liability']],
        [daughter.id, ['Release of liability']],
      ]),
    )
    expect(signingProgress(1, '2025-06-01')).toEqual({ asked: 6, open: 3, overdue: 0 })
    expect(signaturesMissing('2025-09-15')).toEqual([])
    expect(signaturesMissing('2025-09-17')).toMatchObject([{ departureId: 1, missing: 3 }])
    expect(signingProgress(1, '2025-09-17')).toEqual({ asked: 6, open: 3, overdue: 3 })
  })

  test('is no one of a booking that is not paid for, after the end, or once it has ended', async () => {
    const { lead } = await aFamily()
    const waiver = aDocument()
    expect(signs(lead, waiver, 'own', { when: new Date('2025-10-29T17:00:00Z') })).toEqual({
      refused: 'not-asked',
    })
    expect(ofTour().remove(waiver, aStaffMember(), NOON)).toBe(true)
    expect(signs(lead, waiver)).toEqual({ refused: 'not-asked' })
  })
})

describe('what was signed', () => {
  test('is what was on the page, once, with a copy to who signed', async () => {
    const { booking, lead, wife } = await aFamily()
    const waiver = aDocument()
    const old = versionOf(waiver)
    writes(waiver, { text: 'Wild animals are wild indeed.' })
    expect(signs(lead, waiver, 'own', { versionId: old })).toEqual({ refused: 'changed-since' })
    expect(signs(wife, waiver, 'own', { signedName: 'Ruth W. Kamau' })).toHaveProperty('signed')
    expect(signs(wife, waiver, 'own', { when: minutesAfter(5) })).toMatchObject({
      signed: { signedName: 'Ruth W. Kamau', signedAt: NOON },
    })
    expect(signs(lead, waiver, 'booking')).toHaveProperty('signed')
    const letters = copies('document-signed')
    expect(letters.map(({ toAddress }) => toAddress)).toEqual(['wife@example.com', booking.customerEmail])
    expect(letters[0]?.textBody).toContain('Wild animals are wild indeed.')
    expect(letters[0]?.textBody).toContain('Signed by: Ruth W. Kamau')
  })

  test('stays for a typo, and is asked again where staff say so; each keeps the text that they saw', async () => {
    const { booking, lead, wife, son, daughter } = await aFamily()
    const waiver = aDocument()
    signs(lead, waiver)
    writes(waiver, { text: 'Second text' })
    signs(wife, waiver)
    expect(open(booking)).toEqual(['3 Release of liability', '4 Release of liability'])
    writes(waiver, { text: 'Third text', asksAgain: true })
    expect(open(booking)).toHaveLength(4)
    signs(son, waiver)
    signs(lead, waiver, 'booking')
    signs(daughter, waiver, 'booking', { signedName: 'Her Mother' })
    const evidence = evidenceOf(1, waiver) ?? []
    expect(
      evidence.map(({ number, text, signed }) => [
        number,
        text,
        signed.map(({ signature }) => [signature.travelerName, signature.signedAs, signature.byLink]),
      ]),
    ).toEqual([
      [1, WAIVER.text, [[booking.customerName, 'traveler', 'own']]],
      [2, 'Second text', [['Ruth Kamau', 'traveler', 'own']]],
      [
        ...[3, 'Third text'],
        [
          ['Traveler 3', 'traveler', 'own'],
          [booking.customerName, 'traveler', 'booking'],
          ['Traveler 4', 'guardian', 'booking'],
        ],
      ],
    ])
    // The copy that each got by mail has the text with which their name stands, and its digest.
    for (const { text, digest, signed } of evidence)
      for (const { signature } of signed) {
        expect(signature.digest).toBe(digest)
        const copy = copies('document-signed').find(({ occasion }) => occasion.endsWith(`:${signature.id}`))
        // Of the son no address is known.
        if (signature.travelerName === 'Traveler 3') expect(copy).toBe(undefined)
        else expect(copy?.textBody).toContain(text)
      }
    expect(evidenceOf(2, waiver)).toBe(null)
  })

  test('is never changed or removed, and counts for no other person', async () => {
    const { booking, wife } = await aFamily()
    const waiver = aDocument()
    signs(wife, waiver)
    for (const statement of [
      "update signatures set signed_as = 'lead'",
      "update signatures set signed_name = 'Another'",
      'delete from signatures',
      "update document_versions set text = 'Another'",
      'delete from document_versions',
    ])
      expect(() => sqlite.prepare(statement).run()).toThrow()
    const { words } = changeableOf(wife)
    const wish = { ...words, name: 'Esther Wambui', isAnotherPerson: true }
    expect(changeTraveler(wife.id, wish, aStaffMember(), NOON)).toEqual({ changed: ['name', 'person'] })
    expect(open(booking)).toContain('2 Release of liability')
    expect(evidenceOf(1, waiver)?.[0]?.signed).toHaveLength(1)
  })
})

test('letters ask for what is not signed, companions for what they sign themselves', async () => {
  const { booking, lead, wife, daughter, son } = await aFamily()
  aDocument()
  aDocument({ title: 'Consent', signers: 'guardian' })
  for (const traveler of [lead, wife]) saveDetails(traveler, aWholeWish(), NOON)
  sqlite.prepare("update travelers set email = 'girl@example.com' where id = ?").run(daughter.id)
  await askForDetails(new Date('2025-08-20T17:00:00Z'))
  const [toLead] = lettersOfKind(booking, 'details-asked')
  expect(toLead).toContain('signature on Release of liability, Consent')
  const toCompanions = copies('details-asked-of-companion')
  expect(toCompanions.map(({ toAddress }) => toAddress)).toEqual(['wife@example.com'])
  expect(toCompanions[0]?.textBody).toContain('Missing: signature on Release of liability')
  expect(son.email).toBe(null)
})

test('a copied departure has the documents that are still asked for, as they are now', () => {
  const waiver = aDocument()
  writes(waiver, { text: 'Second text' })
  ofTour().remove(aDocument({ title: 'Ended' }), aStaffMember(), NOON)
  const copy = copyDeparture(1, '2026-10-15', aStaffMember(), NOON)
  if (!('id' in copy)) throw new Error('Not copied')
  const copied = documentsOf(copy.id).map(({ now }) => now)
  expect(copied).toMatchObject([{ title: WAIVER.title, text: 'Second text', asksAgain: true }])
  expect(db.select().from(documentVersions).all().length).toBeGreaterThan(2)
  expect(db.select().from(signatures).all()).toEqual([])
})

test('staff remind everyone who has not signed, each once a day, of what they sign themselves', async () => {
  const { booking, lead, wife } = await aFamily()
  const waiver = aDocument()
  aDocument({ title: 'Consent', signers: 'guardian' })
  const remind = (when: Date) => remindToSign(departureOf(booking), aStaffMember(), when)
  expect(remind(NOON)).toEqual({ written: 2, hadOne: 0 })
  expect(remind(minutesAfter(23 * 60))).toEqual({ written: 0, hadOne: 2 })
  const [toLead, toWife] = copies('signing-reminder')
  expect([toLead, toWife].map((mail) => mail?.toAddress)).toEqual([booking.customerEmail, 'wife@example.com'])
  expect(toLead?.textBody).toContain('Traveler 4: Release of liability, Consent')
  expect(toLead?.textBody).not.toContain('Ruth Kamau')
  expect(toWife?.textBody).toContain(`/traveler/${wife.linkToken}`)
  expect(toWife?.textBody).not.toContain(booking.linkToken)

  signs(wife, waiver)
  expect(remind(minutesAfter(25 * 60))).toEqual({ written: 1, hadOne: 0 })
  const acts = db.select().from(auditLog).all()
  expect(acts.filter(({ action }) => action === 'signing-reminded').map(({ detail }) => detail)).toEqual([
    { travelers: 2 },
    { travelers: 1 },
  ])
  for (const traveler of partyOf(booking.id).filter(({ id }) => id !== wife.id))
    for (const { documentId } of toSignOn(booking.id).filter(({ travelerId }) => travelerId === traveler.id))
      signs(traveler, documentId, traveler.id === lead.id || traveler.position === 4 ? 'booking' : 'own')
  expect(remind(minutesAfter(50 * 60))).toEqual({ refused: 'nothing-missing' })
  expect(remind(new Date('2025-10-29T17:00:00Z'))).toEqual({ refused: 'over' })
})

test('the letter to who travels alone leads to what they sign, one about others to the list of them', async () => {
  const { booking: alone } = await aPaidBooking()
  const { booking: family } = await aFamily()
  aDocument()
  remindToSign(departureOf(alone), aStaffMember(), NOON)
  const [toOne, toLead] = copies('signing-reminder')
  expect(toOne?.textBody).toContain(`/booking/${alone.linkToken}/travelers/1#sign`)
  expect(toLead?.textBody).toContain(`/booking/${family.linkToken}#travelers`)
})
