import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DIALOGS } from '#app/routes/admin/bookings/commands/paths'

const PAGES = 'app/routes/admin/bookings'

test('the booking’s page leads to each dialog: by its button, or by a link beside what it changes', () => {
  const pages = readdirSync(PAGES)
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => readFileSync(`${PAGES}/${file}`, 'utf8'))
    .join()
  const beside = Object.values(DIALOGS).filter((dialog) => 'beside' in dialog)
  const unlinked = beside.filter(({ path }) => !pages.includes(`}/${path.split('/')[0]}`))
  expect(unlinked).toEqual([])
})
