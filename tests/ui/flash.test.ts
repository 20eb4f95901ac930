import { expect, test } from 'vitest'
import { travelerBrowser } from '#app/server/guards/guest-cookies.server'
import { redirectWithToast, takeToast } from '#app/ui/toasts/flash.server'

const sent = { title: 'Inquiry sent successfully!', tone: 'success' } as const

const withCookie = (cookie: string) => new Request('http://localhost:3000/contact', { headers: { cookie } })

async function cookieOf(answer: Response) {
  return (answer.headers.get('Set-Cookie') ?? '').split(';')[0] ?? ''
}

test('a toast reaches the next page and is cleared there', async () => {
  const answer = await redirectWithToast('/contact', sent)
  expect(answer.status).toBe(302)
  expect(answer.headers.get('Location')).toBe('/contact')

  const { toast, headers } = await takeToast(withCookie(await cookieOf(answer)))
  expect(toast).toMatchObject(sent)
  expect(headers.get('Set-Cookie')).toMatch(/^toast=;.*Max-Age=0/)
})

test('two equal toasts in a row are told apart', async () => {
  const [first, second] = await Promise.all([
    redirectWithToast('/', sent).then(cookieOf),
    redirectWithToast('/', sent).then(cookieOf),
  ])
  expect(first).not.toBe(second)
})

test('without a toast no cookie is set on the page', async () => {
  const { toast, headers } = await takeToast(new Request('http://localhost:3000/'))
  expect(toast).toBeNull()
  expect(headers.has('Set-Cookie')).toBe(false)
})

test('a cookie that we did not sign shows nothing', async () => {
  const forged = Buffer.from(JSON.stringify({ title: 'You won', tone: 'success', id: '1' })).toString(
    'base64',
  )
  expect((await takeToast(withCookie(`toast=${forged}.signature`))).toast).toBeNull()
})

test('a value signed for another cookie shows no toast', async () => {
  const { setCookie } = await travelerBrowser(new Request('http://localhost:3000/checkout'))
  const value = (setCookie ?? '').split(';')[0]?.replace('traveler=', '')
  expect(value).toBeTruthy()
  expect((await takeToast(withCookie(`toast=${value}`))).toast).toBeNull()
})

test('even a signed cookie has its content checked', async () => {
  const answer = await redirectWithToast('/', { title: 'Odd', tone: 'purple' as 'info' })
  expect((await takeToast(withCookie(await cookieOf(answer)))).toast).toBeNull()
})
