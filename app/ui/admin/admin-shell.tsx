import { isRouteErrorResponse, useLocation, useNavigation, useRouteError } from '@remix-run/react'
import {
  createContext,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
} from 'react'
import { BRAND } from '#app/platform/words'
import { may, type Right, ROLES, type Role } from '#app/staff/rights'
import { Spinner } from '#app/ui/button'
import { Wordmark } from '#app/ui/icons'
import { Link, NavLink, VisuallyHidden } from '#app/ui/link'
import { TestModeStrip } from '#app/ui/notice'
import { useShellData } from '#app/ui/shell/page-handle'
import { AdminHeading, AdminLink, EmptyState } from './admin-parts'
import { SignInAgain } from './sign-in-again'
import { TopBar } from './top-bar'

/** The menu: the seven of the specification; departures, leaders, month end and site health beside them. */
const ADMIN_LINKS: { to: string; label: string; right: Right }[] = [
  { to: '/admin/dashboard', label: 'Dashboard', right: 'see bookings' },
  { to: '/admin/departures', label: 'Departures', right: 'see departures' },
  { to: '/admin/contacts', label: 'Contacts', right: 'see inquiries' },
  { to: '/admin/leaders', label: 'Leaders', right: 'see leaders' },
  { to: '/admin/bookings', label: 'Bookings', right: 'see bookings' },
  { to: '/admin/installments', label: 'Installments', right: 'see installments' },
  { to: '/admin/books', label: 'Month end', right: 'see books' },
  { to: '/admin/users', label: 'Users', right: 'see users' },
  { to: '/admin/settings', label: 'Settings', right: 'see content' },
  { to: '/admin/analytics', label: 'Analytics', right: 'see figures' },
  { to: '/admin/health', label: 'Site health', right: 'see health' },
]

const RoleContext = createContext<Role>('guide')

/** What the user may do: links and buttons to anything else are left out. The server checks again. */
export function useMay(): (right: Right) => boolean {
  const role = useContext(RoleContext)
  return (right) => may({ role }, right)
}

/** A booking's reference, linked where the user may see its page. */
export const BookingLink = ({ reference }: { reference: string }) =>
  useMay()('see bookings') ? (
    <Link
      to={`/admin/bookings/${reference}`}
      className="whitespace-nowrap text-umber underline underline-offset-3"
    >
      {reference}
    </Link>
  ) : (
    <span className="whitespace-nowrap">{reference}</span>
  )

/** Ends the session. With scripts by a call, so that the page stays where that fails. */
const SignOutForm = () => (
  <form method="post" action="/admin/logout" onSubmit={signOut}>
    <button type="submit" className="admin-quiet-button">
      Sign out
    </button>
  </form>
)

/** Then loads a new document, so that nothing stays in memory. A failure is only logged. */
async function signOut(event: FormEvent) {
  event.preventDefault()
  try {
    const answer = await fetch('/api/admin/logout', { method: 'POST' })
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
    window.location.assign('/admin/login')
  } catch (error) {
    console.error('Signing out failed', error)
  }
}

type Props = {
  staff: { id: number; username: string; role: Role }
  testMode?: boolean
  children: ReactNode
}

/** The frame of the staff area: the menu beside the page, or in a header on small screens. */
export function AdminShell({ staff, testMode = false, children }: Props) {
  const navigation = useNavigation()
  const menu = useRef<HTMLDetailsElement>(null)
  const toggle = useRef<HTMLElement>(null)
  const path = navigation.location?.pathname
  useEffect(() => {
    if (path) menu.current?.removeAttribute('open')
  }, [path])
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !menu.current?.open) return
    menu.current.removeAttribute('open')
    toggle.current?.focus()
  }
  return (
    <RoleContext.Provider value={staff.role}>
      <div className="admin" aria-busy={navigation.state !== 'idle'}>
        {navigation.state !== 'idle' && <div className="admin-progress" />}
        {navigation.state === 'loading' && (
          <p role="status" className="admin-loading">
            <Spinner /> Loading…
          </p>
        )}
        <header className="admin-side">
          <div className="flex items-center justify-between gap-4 px-4 py-2.5 lg:px-3 lg:py-4">
            <Link
              to="/admin/dashboard"
              aria-label={`${BRAND}, dashboard`}
              className="flex rounded-field py-1"
            >
              <Wordmark />
            </Link>
            <details ref={menu} onKeyDown={closeOnEscape} className="admin-menu lg:hidden">
              <summary
                ref={toggle}
                className="grid min-h-11 place-items-center rounded-field border border-admin-line bg-white px-4 text-xs font-semibold"
              >
                Menu
              </summary>
              <div className="absolute inset-x-0 top-full z-30 max-h-[calc(100svh-100%)] overflow-y-auto border-admin-line border-y bg-white px-2 py-2 shadow-float">
                <AdminMenu staff={staff} />
              </div>
            </details>
          </div>
          <div className="hidden flex-1 flex-col px-3 pb-5 lg:flex">
            <AdminMenu staff={staff} />
          </div>
        </header>
        <div className="min-w-0">
          {testMode && <TestModeStrip />}
          {may(staff, 'see bookings') && (
            <TopBar finds={may(staff, 'see inquiries') ? 'people' : 'bookings'} />
          )}
          <main id="main" tabIndex={-1} className="admin-page">
            {children}
          </main>
          <SignInAgain username={staff.username} />
        </div>
      </div>
    </RoleContext.Provider>
  )
}

const AdminMenu = ({ staff }: Pick<Props, 'staff'>) => (
  <div className="flex flex-1 flex-col">
    <nav aria-label="Staff area">
      <ul className="grid gap-0.5">
        {ADMIN_LINKS.filter(({ right }) => may(staff, right)).map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} className="admin-link">
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
    <div className="mt-3 border-admin-line border-t px-3 pt-4 lg:mt-auto">
      <p className="text-xs">
        <VisuallyHidden>Signed in as </VisuallyHidden>
        <span className="font-semibold [overflow-wrap:anywhere]">{staff.username}</span>{' '}
        <span className="block text-2xs text-admin-soft">{ROLES[staff.role]}</span>
      </p>
      <div className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs">
        <Link to={`/admin/users/${staff.id}`} prefetch="intent" className="admin-quiet-button">
          Your account
        </Link>
        <SignOutForm />
        <Link to="/" className="admin-quiet-button">
          View site
        </Link>
      </div>
    </div>
  </div>
)

/** An unknown address under /admin. */
export const AdminNotFound = () => (
  <>
    <AdminHeading title="Page Not Found" />
    <EmptyState title="There is nothing at this address">
      It may be mistyped, or what was here has been deleted.
      <p className="mt-3 flex flex-wrap justify-center gap-2.5">
        <AdminLink to="/admin/dashboard" tone="main">
          Back to the dashboard
        </AdminLink>
        <AdminLink to="/">Return Home</AdminLink>
        <AdminLink to={useShellData()?.journeys.first.to ?? '/journeys'}>
          {useShellData()?.journeys.view ?? 'View our journeys'}
        </AdminLink>
      </p>
    </EmptyState>
  </>
)

/** What the account's role, or this guide, may not see; the words come from the server. */
const NotYours = ({ title, message }: { title: string; message: string }) => (
  <>
    <AdminHeading title={title} />
    <EmptyState title={message}>
      <p className="mt-3 flex justify-center">
        <AdminLink to="/admin/dashboard" tone="main">
          {useMay()('see bookings') ? 'Back to the dashboard' : 'Your departures'}
        </AdminLink>
      </p>
    </EmptyState>
  </>
)

/** Shown in place of a staff page that failed to load or render (rules 11.3). */
export function AdminFailure() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  if (isRouteErrorResponse(error) && error.status === 404) return <AdminNotFound />

  if (isRouteErrorResponse(error) && error.status === 403) return <NotYours {...error.data} />

  const here = pathname + search
  return (
    <>
      <AdminHeading title="Something went wrong" />
      <EmptyState title="We apologize for the inconvenience. Please try refreshing the page.">
        <p className="mt-3 flex flex-wrap justify-center gap-2.5">
          <AdminLink to={here} replace>
            Try Again
          </AdminLink>
          <AdminLink to={here} reloadDocument tone="main">
            Refresh Page
          </AdminLink>
        </p>
      </EmptyState>
    </>
  )
}
