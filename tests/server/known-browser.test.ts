import { expect, test } from 'vitest'
import { beginHere, markBrowser } from '#app/server/guards/staff-session.server'
import { somebody } from '#tests/staff/staff'

/** A browser that keeps its cookies. */
function aBrowser() {
  const cookies = new Map<string, string>()
  const keep = (lines: string[]) => {
    for (const line of lines) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair)
    }
  }
  const request = () =>
    new Request('http://localhost/admin/login', { headers: { Cookie: [...cookies.values()].join('; ') } })
  return {
    async choosesPassword(id: number) {
      keep([await markBrowser(request(), id)])
    },
    /** What the browser is told to forget. */
    async signsIn(staff: Awaited<ReturnType<typeof somebody>>) {
      const headers = await beginHere(request(), staff)
      keep(headers.getSetCookie())
      return headers.get('Clear-Site-Data')
    },
  }
}

test('what one reader saved goes as another signs in, also after a new password there', async () => {
  const [guide, office] = [await somebody(), await somebody()]
  const browser = aBrowser()
  expect(await browser.signsIn(guide)).toBeNull()
  expect(await browser.signsIn(guide)).toBeNull()
  await browser.choosesPassword(office.id)
  expect(await browser.signsIn(office)).toBe('"cache", "storage"')
  await browser.choosesPassword(office.id)
  expect(await browser.signsIn(office)).toBeNull()
  expect(await browser.signsIn(guide)).toBe('"cache", "storage"')
})
