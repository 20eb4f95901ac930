import { expect, test } from 'vitest'
import { NewUserForm, PasswordForm } from '#app/staff/user-forms'

const errorsOf = (username: unknown, password: unknown = 'secret', role?: unknown) => {
  const checked = NewUserForm.safeParse({ username, password, role })
  return checked.success ? null : checked.error.issues.map(({ message }) => message)
}

test.each([
  'Kamau',
  'Wanjikũ wa Kamau',
  "O'Neil",
  'wambui@savannasoul.example',
  'a_b-c.1',
  '李小龙',
  'x'.repeat(50),
])('staff may be called %s', (username) => expect(errorsOf(username)).toBeNull())

test.each([
  ['', /at least 3/],
  ['ab', /at least 3/],
  ['   a   ', /at least 3/],
  [undefined, /at least 3/],
  [7, /at least 3/],
  ['x'.repeat(51), /at most 50/],
  ['x'.repeat(300), /at most 50/],
  ['Kamau 🦁', /letters, digits/],
  ['Kam\u0000au', /letters, digits/],
  ['Kam\nau', /letters, digits/],
  ['Kam\u202eau', /letters, digits/],
  ['Kam\u200bau', /letters, digits/],
  ['<b>Kamau</b>', /letters, digits/],
  ['-dash', /begin with a letter/],
  ['Stripe', /is used for the site/],
])('but not %j', (username, words) => expect(errorsOf(username)?.[0]).toMatch(words))

test('a username loses the extra spaces around and within it', () => {
  expect(NewUserForm.parse({ username: '  Kamau   Njoroge ', password: 'secret' })).toEqual({
    username: 'Kamau Njoroge',
    password: 'secret',
    role: 'admin',
  })
})

test('password length and role are checked against their limits', () => {
  expect(errorsOf('Kamau', '12345')).toEqual(['Password must be at least 6 characters'])
  expect(errorsOf('Kamau', '123456')).toBeNull()
  expect(errorsOf('Kamau', 'x'.repeat(200))).toBeNull()
  expect(errorsOf('Kamau', 'x'.repeat(201))).toEqual(['Password can be at most 200 characters'])
  expect(errorsOf('Kamau', 'secret', 'owner')).toEqual(['Role must be admin, editor, bookkeeper or guide'])
})

test('the confirmation must be the new password', () => {
  const checked = PasswordForm.safeParse({
    currentPassword: 'old',
    newPassword: 'kahawa-1',
    confirmPassword: 'kahawa-2',
  })
  expect(checked.error?.issues).toMatchObject([
    { path: ['confirmPassword'], message: "Passwords don't match" },
  ])
  const empty = PasswordForm.safeParse({})
  expect(empty.error?.issues.map(({ message }) => message)).toEqual([
    'Current password is required',
    'New password must be at least 6 characters',
    'Please confirm the new password',
  ])
})
