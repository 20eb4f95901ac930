import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { may, type Right, ROLE_KEYS } from '#app/staff/rights'
import { STAFF_ROLES } from '#db/values'

const FOLDERS = ['app/routes/admin', 'app/routes/api/admin']
/** A post that changes nothing: it draws a letter. */
const ONLY_LOOK = ['app/routes/admin/broadcasts/preview.ts']

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

test('admins and editors may do everything asked for', () => {
  expect(ROLE_KEYS).toEqual([...STAFF_ROLES])
  expect(asked.length).toBeGreaterThan(80)
  for (const role of ['admin', 'editor'] as const)
    for (const { right } of asked) expect(may({ role }, right)).toBe(true)
})

test('bookkeepers change their own account and close months, guides say who is aboard', () => {
  const changes = {
    bookkeeper: ['change own account', 'change books'],
    guide: ['change own account', 'change journey'],
  }
  for (const role of ['bookkeeper', 'guide'] as const)
    for (const { right } of asked)
      if (right.startsWith('change ')) expect(may({ role }, right)).toBe(changes[role].includes(right))
})

/** What is nothing but a form asks anyone who opens it for the right to send it. */
const OPENS_A_FORM =
  /\/bookings\/|\/users\/|\/(waitlist-party|guarantee|cancel-departure|postpone-departure|erase)\./

test('loaders ask for see rights, actions for change rights', () => {
  for (const { by, right, file } of asked) {
    if (by === 'loader' && !OPENS_A_FORM.test(file)) expect(right, file).toMatch(/^see /)
    if (by === 'action' && !ONLY_LOOK.includes(file)) expect(right, file).toMatch(/^change /)
  }
})
