import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData, useLocation, useRouteLoaderData } from '@remix-run/react'
import { type ReactNode, useEffect, useState } from 'react'
import type { loader as rootLoader } from '#app/root'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { emailsOf } from '#app/staff/email-proofs.server'
import { UnsavedFormContext } from '#app/ui/admin/admin-form'
import { AdminFailure, AdminShell } from '#app/ui/admin/admin-shell'
import { Link } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import type { PageHandle } from '#app/ui/shell/page-handle'
import { showToast } from '#app/ui/toasts/toast-message'
import { loadToasts } from '#app/ui/toasts/toaster'

export const handle: PageHandle = { admin: true }

/** For the menu, and what was typed before signing in: every page checks the session itself (rules 6.2). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { id, username, role } = await requireStaff(request, 'see admin')
  return { id, username, role, ...emailsOf(id), unsavedForm: context.unsavedForm ?? null }
}

export default function AdminLayout() {
  const unsaved = useUnsavedOnArrival()
  useEffect(() => void loadToasts().catch(console.error), [])
  useEffect(announceDownloads, [])
  return (
    <Frame>
      <UnsavedFormContext.Provider value={unsaved}>
        {unsaved && <UnsavedNotice />}
        <EmailPrompt />
        <Outlet />
      </UnsavedFormContext.Provider>
    </Frame>
  )
}

/** A long file takes seconds to make, and browsers show nothing until it arrives. */
function announceDownloads() {
  const say = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a[download]')) showToast(DOWNLOADING)
  }
  document.addEventListener('click', say)
  return () => document.removeEventListener('click', say)
}

const DOWNLOADING = {
  tone: 'info',
  title: 'Your file is being made',
  description: 'The download starts automatically. A long list takes a few seconds.',
} as const

/** What was typed before signing in is shown once, by the page it returns to. */
function useUnsavedOnArrival() {
  const { unsavedForm } = useLoaderData<typeof loader>()
  const { key } = useLocation()
  const [arrival] = useState(key)
  return key === arrival ? unsavedForm : null
}

/** Where one lands after signing in. */
const LANDINGS = ['/admin/dashboard', '/admin/departures']

/** Reminds those who have no confirmed email that a forgotten password cannot be helped with; gently. */
function EmailPrompt() {
  const { id, email, waiting } = useLoaderData<typeof loader>()
  const isLanding = LANDINGS.includes(useLocation().pathname.replace(/\/$/, ''))
  if (!isLanding || (email && !waiting)) return null
  return (
    <p className="wrap-anywhere mb-5 rounded-field border border-admin-line bg-white px-4 py-3 text-sm">
      <Link to={`/admin/users/${id}`} className="font-semibold text-umber underline underline-offset-3">
        {waiting ? 'Confirm your email' : 'Add your email'}
      </Link>
      {waiting
        ? `: we sent a link to ${waiting}.`
        : ', so that we can send you a link if you forget your password.'}
    </p>
  )
}

const UnsavedNotice = () => (
  <Notice
    tone="wait"
    role="status"
    title="You had been signed out, so nothing was saved yet"
    className="mb-6"
  >
    What you typed is back in its form, except passwords and files. Please check it and press the button
    again.
  </Notice>
)

export const ErrorBoundary = () => (
  <Frame>
    <AdminFailure />
  </Frame>
)

/** An error leaves the menu in place; where no one is known to be signed in there is none. */
function Frame({ children }: { children: ReactNode }) {
  const staff = useRouteLoaderData<typeof loader>('routes/admin/layout')
  const root = useRouteLoaderData<typeof rootLoader>('root')
  if (!staff) {
    return (
      <main id="main" tabIndex={-1} className="admin-page">
        {children}
      </main>
    )
  }
  return (
    <AdminShell staff={staff} testMode={root?.testMode}>
      {children}
    </AdminShell>
  )
}
