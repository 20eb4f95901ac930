import { beforeEach, expect, test } from 'vitest'
import { requestedPage } from '#app/platform/lists/page-cursor'
import { deleteUser } from '#app/staff/users.server'
import { assignGuide, departuresOfGuide, guideDays, guideSees } from '#app/tours/guides.server'
import { historyOf } from '#app/views/history.server'
import { db } from '#db/connection.server'
import { adminUsers } from '#db/schema/staff'
import { guideDepartures } from '#db/schema/tours'
import { NOON, theDeparture } from '#tests/fixtures/orders'
import { somebody } from '#tests/staff/staff'

beforeEach(() => {
  db.delete(adminUsers).run()
})

test('a guide sees from 30 days before to 7 days after', () => {
  const october = { startsOn: '2025-10-16', endsOn: '2025-10-27' }
  expect(guideDays(october)).toEqual({ opensOn: '2025-09-16', lastDay: '2025-11-03' })
  const seen = ['2025-09-15', '2025-09-16', '2025-10-20', '2025-11-03', '2025-11-04']
  expect(seen.map((day) => guideSees(october, day))).toEqual(['later', 'now', 'now', 'now', 'no-longer'])
})

test('a guide is assigned once, logged, and taken off again', async () => {
  const [wambui, guide] = [await somebody('Wambui'), await somebody('Kiprono', 'guide')]
  const { id } = theDeparture()
  expect(assignGuide(guide.id, [id, id, 999], wambui, NOON)).toEqual({ added: 1, removed: 0 })
  expect(assignGuide(guide.id, [id], wambui, NOON)).toEqual({ added: 0, removed: 0 })
  expect(departuresOfGuide(guide.id)).toMatchObject([{ id }])
  expect(assignGuide(guide.id, [], wambui, NOON)).toEqual({ added: 0, removed: 1 })
  expect(departuresOfGuide(guide.id)).toEqual([])
  const log = historyOf('user:Kiprono', requestedPage(new URLSearchParams())).acts
  expect(log).toMatchObject([
    { who: 'Wambui', did: 'took a departure from the guide', name: 'Kiprono' },
    { did: 'assigned a departure to the guide', detail: 'Oct 16, 2025 to Oct 27, 2025' },
  ])
})

test('only guides are assigned, by somebody who is there', async () => {
  const [wambui, editor] = [await somebody(), await somebody(undefined, 'editor')]
  const { id } = theDeparture()
  expect(assignGuide(editor.id, [id], wambui, NOON)).toEqual({ refused: 'no-guide' })
  const guide = await somebody(undefined, 'guide')
  deleteUser(editor.id, wambui, NOON)
  expect(assignGuide(guide.id, [id], editor, NOON)).toEqual({ refused: 'signed-out' })
})

test('a deleted guide leaves no assignment', async () => {
  const [wambui, guide] = [await somebody(), await somebody(undefined, 'guide')]
  assignGuide(guide.id, [theDeparture().id], wambui, NOON)
  deleteUser(guide.id, wambui, NOON)
  expect(db.select().from(guideDepartures).all()).toEqual([])
})
