import { expect, type Page } from './site-test'

/** Signs in by the form and lands on `path`. */
export async function signInTo(page: Page, path: string, username = 'Wambui', password = 'karibu-sana') {
  await page.goto(`/admin/login?next=${encodeURIComponent(path)}`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL((url) => url.pathname + url.search === path)
  // The address changes before the page does, and the two may have labels in common.
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toHaveCount(0)
}

/** Makes a user by the call, with the page's session. */
export async function aUser(page: Page, username: string, password = 'kahawa-1', role = 'editor') {
  const origin = new URL(page.url()).origin
  const answer = await page.request.post('/api/admin/users', {
    data: { username, password, role },
    headers: { Origin: origin },
  })
  expect(answer.status()).toBe(201)
  return (await answer.json()) as { id: number }
}
