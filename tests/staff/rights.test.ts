import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { may, type Right, ROLE_KEYS } from '#app/staff/rights'
import { STAFF_ROLES } from '#db/schema'

const FOLDERS = ['app/routes/admin', 'app/routes/api/admin']
/** Posts that change nothing: one draws a letter, one answers a traveler's own address. */
const ONLY_LOOK = ['app/routes/admin/campaigns/preview.ts', 'app/routes/api/admin/generate-payment-link.ts']

/** Every right that is asked for, with the function that asks: ['loader', 'see users', file]. */
const asked = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(folder, file), 'utf8')
      return [...text.matchAll(/requireStaff(?:Call)?\(request, '([a-z ]+)'\)/g)].map(
        ({ 1: right, index }) => {
          const before = [...text.slice(0, index).matchAll(/export (?:async )?(?:function|const) (\w+)/g)]
          return { by: before.at(-1)?.[1], right: right as Right, file: join(folder, file) }
        },
      )
    }),
)

test('every role of the database may do everything asked for', () => {
  expect(ROLE_KEYS).toEqual([...STAFF_ROLES])
  expect(asked.length).toBeGreaterThan(80)
  for (const role of ROLE_KEYS) for (const { right } of asked) expect(may({ role }, right)).toBe(true)
})

test('loaders ask for see rights, actions for change rights', () => {
  for (const { by, right, file } of asked) {
    if (by === 'loader') expect(right, file).toMatch(/^see /)
    if (by === 'action' && !ONLY_LOOK.includes(file)) expect(right, file).toMatch(/^change /)
  }
})
