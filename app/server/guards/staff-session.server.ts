import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { machineNow, thisMoment } from '#app/platform/clock.server'
import { signedCookie } from '#app/platform/keys.server'
import { log } from '#app/platform/log.server'
import { type RequestOrigin, waitWords } from '#app/staff/guesses.server'
import { isGuideOnly, may, type Right } from '#app/staff/rights'
import type { CodeRefusal } from '#app/staff/second-factor.server'
import {
  beginSession,
  browserWords,
  endSession,
  type Staff,
  savedIn,
  signOut,
  staffOf,
  TOKEN_DAYS,
} from '#app/staff/sessions.server'
import { SecondStep } from '#app/staff/sign-in.server'
import { SECOND_STEP_MINUTES } from '#app/staff/user-forms'
import { pathOf } from './answer'
import { FORM_BYTES_AT_MOST } from './read-form.server'
import { parseUnsaved, UNSAVED_FIELD, type UnsavedForm } from './unsaved-form'

const DAYS = 180
const ACCOUNTS_AT_MOST = 10

const knownBrowserCookie = signedCookie('known-browser', {
  holds: z.object({ id: z.string().max(40), accounts: z.array(z.number().int()).max(ACCOUNTS_AT_MOST) }),
  maxAge: DAYS * 24 * 3_600,
})

/** Where a request comes from, for counting guesses at passwords. */
export const requestOrigin = async (
  request: Request,
  address: string | undefined,
): Promise<RequestOrigin> => ({
  address,
  browser: await knownBrowserCookie.read(request),
})

/** The cookie that marks a browser as known to this account, in which it may sign in. It opens nothing. */
export const markBrowser = (request: Request, accountId: number): Promise<string> =>
  mark(request, (known) =>
    known.includes(accountId) ? known : [...known.slice(0, ACCOUNTS_AT_MOST - 1), accountId],
  )

/** The same where it does sign in: the one that did so last stands first. */
const markSignedIn = (request: Request, accountId: number): Promise<string> =>
  mark(request, (known) => [accountId, ...known.filter((id) => id !== accountId)].slice(0, ACCOUNTS_AT_MOST))

async function mark(request: Request, accountsOf: (known: number[]) => number[]): Promise<string> {
  const known = await knownBrowserCookie.read(request)
  return knownBrowserCookie.write({
    id: known?.id ?? randomUUID(),
    accounts: accountsOf(known?.accounts ?? []),
  })
}

const sessionCookie = signedCookie('staff', {
  holds: z.string().min(1).max(100),
  maxAge: TOKEN_DAYS * 24 * 3_600,
})

/** The token of the session that a request belongs to, whether it still goes on or not. */
export const sessionTokenOf = (request: Request): Promise<string | null> => sessionCookie.read(request)

/** Who is signed in, or null. */
export async function signedInStaff(request: Request): Promise<Staff | null> {
  const token = await sessionTokenOf(request)
  return token ? staffOf(token, machineNow()) : null
}

/** Whether someone is signed in who has this right: for pages that are not of the admin area. */
export async function isSignedInFor(request: Request, right: Right): Promise<boolean> {
  const staff = await signedInStaff(request)
  return staff !== null && may(staff, right)
}

/**
 * The first line of every loader and action of the admin area: a layout's check does not guard a child (rules
 * 6.2). Throws a redirect to sign-in, which leads back here with a posted form that is small enough, or 403
 * where the role lacks the right.
 */
export async function requireStaff(request: Request, right: Right): Promise<Staff> {
  const staff = await signedInStaff(request)
  if (staff && !may(staff, right)) throw forbidden()
  if (staff) return staff
  const { pathname, search } = new URL(request.url)
  const path = pathname.replace(/\.data$/, '')
  const signIn = `/admin/login?next=${encodeURIComponent(path + search)}`
  const headers = await forgetSaved(request)
  if (request.method !== 'POST') throw redirect(signIn, { headers })
  const isSmall = Number(request.headers.get('Content-Length') ?? Number.NaN) <= FORM_BYTES_AT_MOST
  throw redirect(`${signIn}&typed`, { status: isSmall ? 307 : 303, headers })
}

/** What makes a browser forget pages that it has saved or stored (public/kept-worker.js). */
const CLEAR = { 'Clear-Site-Data': '"cache", "storage"' }

/**
 * Who may still have a page on their phone that this browser's session saved, and until when; null where that
 * session was ended. One that is over by itself ends what it saved as well, but not for a guide, who has no
 * network for nights (docs/security.md).
 */
export async function saverOf(request: Request): Promise<{ staff: Staff; endsAt: Date } | null> {
  const token = await sessionTokenOf(request)
  const saved = token ? savedIn(token, machineNow()) : null
  return saved && (!saved.isOver || isGuideOnly(saved.staff)) ? saved : null
}

/** For a browser whose session has ended, however it did: what it had saved goes as well. */
const forgetSaved = async (request: Request): Promise<HeadersInit> =>
  (await sessionTokenOf(request)) && !(await saverOf(request)) ? CLEAR : {}

const NOT_YOURS = 'Your account may not do this. Please ask an administrator.'

/** What a page answers someone who is signed in, and whose account is not for this. */
export const forbidden = (title = 'This is not part of your account', message = NOT_YOURS): Response =>
  Response.json({ title, message }, { status: 403 })

export const SIGN_IN_FIRST = 'Please sign in'

/** The same for the JSON API: throws 401, or 403. */
export async function requireStaffCall(request: Request, right: Right): Promise<Staff> {
  const staff = await signedInStaff(request)
  if (staff && !may(staff, right)) throw Response.json({ message: NOT_YOURS }, { status: 403 })
  if (staff) return staff
  throw Response.json({ message: SIGN_IN_FIRST }, { status: 401, headers: await forgetSaved(request) })
}

/** Begins a session in place of the browser's last; the headers also mark the browser as known. */
export async function beginHere(request: Request, staff: Staff): Promise<Headers> {
  const last = await sessionTokenOf(request)
  if (last) endSession(last)
  const token = beginSession(staff, browserWords(request.headers.get('User-Agent')), machineNow())
  const headers = new Headers({ 'Set-Cookie': await sessionCookie.write(token) })
  // Someone else signed in here before: the next reader finds nothing of theirs.
  const [before] = (await knownBrowserCookie.read(request))?.accounts ?? []
  if (before !== undefined && before !== staff.id) headers.set('Clear-Site-Data', CLEAR['Clear-Site-Data'])
  headers.append('Set-Cookie', await markSignedIn(request, staff.id))
  // What a phone keeps is a document by itself, none of Remix's pages.
  if (requestedPage(request).startsWith(KEPT_MANIFEST)) headers.set('X-Remix-Reload-Document', 'true')
  return headers
}

/** The cookie of a session that goes on with another token; none where there is no such one. */
export const renewedSession = async (newToken: string | null): Promise<HeadersInit> =>
  newToken ? { 'Set-Cookie': await sessionCookie.write(newToken) } : {}

/**
 * Ends the session, or all of the account's, and answers headers that make the browser forget it and its
 * cached pages. A failure is only logged: the browser forgets it all the same.
 */
export async function forgetSession(request: Request, everywhere = false): Promise<HeadersInit> {
  const token = await sessionTokenOf(request)
  try {
    if (token) signOut(token, thisMoment(), everywhere)
  } catch (error) {
    log.error({ err: error }, 'A session could not be ended')
  }
  // Not "cookies": a guest's booking and the mark of a known browser are no sessions.
  return { 'Set-Cookie': await sessionCookie.forget(), ...CLEAR }
}

const HERE = 'http://here'
const KEPT_MANIFEST = '/admin/manifest-phone/'
const SIGN_IN = /^\/admin\/login(\/|$)/

/** Where to go after signing in: a page of the admin area as the browser reads it, never another site. */
export function requestedPage(request: Request): string {
  const next = new URL(request.url).searchParams.get('next') ?? ''
  const { origin, pathname, search } = URL.canParse(next, HERE) ? new URL(next, HERE) : new URL(HERE)
  const isStaffPage = origin === HERE && pathname.startsWith('/admin/') && !SIGN_IN.test(pathname)
  return isStaffPage ? pathname + search : '/admin/dashboard'
}

const secondStepCookie = signedCookie('second-step', { holds: SecondStep, maxAge: SECOND_STEP_MINUTES * 60 })

/** What the right password earned, between the two pages of signing in; null where this browser has none. */
export const secondStepOf = (request: Request): Promise<SecondStep | null> => secondStepCookie.read(request)

/** The cookie for the second page. */
export const secondStepCookieFor = (step: SecondStep): Promise<string> => secondStepCookie.write(step)

export const forgetSecondStep = (): Promise<string> => secondStepCookie.forget()

/** What is said where the app's secret can no longer be decrypted. */
export const UNREADABLE =
  'The site can no longer check the codes of your app. Use a recovery code, or ask the person who runs the site to turn two-step sign-in off.'

const WRONG = {
  code: 'This code is wrong or was used already. Please wait for the next one.',
  recoveryCode: 'This recovery code is wrong or was used already.',
}

/** Why a code was refused: under its field, or for the whole form. */
export function codeRefusal(refusal: CodeRefusal, field: keyof typeof WRONG) {
  switch (refusal.refused) {
    case 'wrong':
      return { errors: { fieldErrors: { [field]: [WRONG[field]] } }, status: 401 }
    case 'unreadable':
      return { errors: { formErrors: [UNREADABLE] }, status: 401 }
    case 'too-often': {
      const headers = { 'Retry-After': String(refusal.seconds) }
      return { errors: { formErrors: [waitWords(refusal.seconds)] }, status: 429, headers }
    }
  }
}

const ADMIN = /^\/admin\/(?!login(\/code)?$)/

/**
 * What an admin form held when its sender turned out to be signed out: sign-in sends the browser back with
 * it. Such a request is answered as a GET, whose page shows what was typed; no action ever sees it.
 */
export async function unsavedForm(
  { method, url, headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  body: Buffer,
): Promise<UnsavedForm | undefined> {
  if (method !== 'POST' || !ADMIN.test(pathOf({ url }))) return undefined
  if (!body.includes(`name="${UNSAVED_FIELD}"`)) return undefined
  const posted = new Response(new Uint8Array(body), {
    headers: { 'Content-Type': headers['content-type'] ?? '' },
  })
  const typed = (await posted.formData().catch(() => null))?.get(UNSAVED_FIELD)
  return typeof typed === 'string' ? parseUnsaved(typed) : undefined
}

/**
 * 307 takes what was typed along to `to`, and only where the server will show it in its form: any other body
 * would reach an action that no one asked for. Reads `request`.
 */
export async function returnStatus(request: Request, to: string): Promise<302 | 307> {
  const headers = { 'content-type': request.headers.get('Content-Type') ?? '' }
  const body = Buffer.from(await request.arrayBuffer())
  return (await unsavedForm({ method: 'POST', url: to, headers }, body)) ? 307 : 302
}
