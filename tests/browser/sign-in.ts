import { expect, type Page } from './site-test'

/**
 * Signs in and opens `path`. The page of the sign-in itself, which tests of it go through by hand, is not
 * loaded.
 */
export async function signInTo(page: Page, path: string, username = 'Wambui', password = 'karibu-sana') {
  const answer = await page.request.post('/admin/login', { form: { username, password }, maxRedirects: 0 })
  expect(answer.status()).toBe(302)
  await page.goto(path)
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
