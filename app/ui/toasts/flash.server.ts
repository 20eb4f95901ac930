import { randomUUID } from 'node:crypto'
import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { signedCookie } from '#app/platform/keys.server'
import { type FlashedToast, TOAST_TONES, type ToastMessage } from './toast-message'

const cookie = signedCookie<FlashedToast>('toast', {
  holds: z.object({
    id: z.string(),
    title: z.string(),
    description: z.string().optional(),
    tone: z.enum(TOAST_TONES),
    sent: z.enum(['newsletter', 'inquiry']).optional(),
    stays: z.object({ title: z.string(), text: z.string() }).optional(),
  }),
  maxAge: 60,
})

export const successToast = (title: string, description: string): ToastMessage => ({
  tone: 'success',
  title,
  description,
})

export const infoToast = (title: string, description: string): ToastMessage => ({
  ...successToast(title, description),
  tone: 'info',
})

/** Goes to another page, which shows the toast once, with scripts or without. */
export async function redirectWithToast(to: string, toast: ToastMessage, init: ResponseInit = {}) {
  const headers = new Headers(init.headers)
  headers.append('Set-Cookie', await cookie.write({ ...toast, id: randomUUID() }))
  return redirect(to, { ...init, headers })
}

/** Takes the toast that the last answer left; `headers` clear it, and are empty where there was none. */
export async function takeToast(request: Request): Promise<{ toast: FlashedToast | null; headers: Headers }> {
  const headers = new Headers()
  const toast = await cookie.read(request)
  if (toast) headers.append('Set-Cookie', await cookie.forget())
  return { toast, headers }
}
