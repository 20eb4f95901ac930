import { randomUUID } from 'node:crypto'
import { createCookie, redirect } from '@remix-run/node'
import { env } from '#app/env.server'
import type { FlashedToast, ToastMessage } from './toast-message'

const cookie = createCookie('toast', {
  secrets: env.sessionSecrets,
  httpOnly: true,
  sameSite: 'lax',
  secure: env.BASE_URL.startsWith('https:'),
  path: '/',
  maxAge: 60,
})

/** Goes to another page, which shows the toast once, with scripts or without. */
export async function redirectWithToast(to: string, toast: ToastMessage, init: ResponseInit = {}) {
  const flashed: FlashedToast = { ...toast, id: randomUUID() }
  const headers = new Headers(init.headers)
  headers.append('Set-Cookie', await cookie.serialize(flashed))
  return redirect(to, { ...init, headers })
}

/** Takes the toast that the last answer left; `headers` clear it, and are empty where there was none. */
export async function takeToast(request: Request): Promise<{ toast: FlashedToast | null; headers: Headers }> {
  const headers = new Headers()
  // The cookie is signed: what can be read from it is what redirectWithToast wrote.
  const toast = (await cookie.parse(request.headers.get('Cookie'))) as FlashedToast | null
  if (toast) headers.append('Set-Cookie', await cookie.serialize('', { maxAge: 0 }))
  return { toast: toast || null, headers }
}
