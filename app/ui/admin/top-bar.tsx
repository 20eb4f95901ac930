import { Form, useLocation, useSearchParams } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { EMAIL_AT_MOST } from '#app/platform/typed/fields'
import { FIELD_LOOK } from '#app/ui/field'
import { VisuallyHidden } from '#app/ui/link'
import { adminButton } from './admin-parts'

/** Where each kind of staff search: people and all of theirs, or bookings alone. */
const PLACES = {
  people: { to: '/admin/people', label: 'Find a person or a booking' },
  bookings: { to: '/admin/bookings', label: 'Find a booking' },
}

/** The search above every page; `/` leads into it. */
export function TopBar({ finds }: { finds: keyof typeof PLACES }) {
  const { to, label } = PLACES[finds]
  const box = useSlashFor()
  const isShown = useLocation().pathname === to
  const term = useSearchParams()[0].get('q') ?? ''
  return (
    <Form
      action={to}
      role="search"
      aria-label="Everything"
      className="admin-no-print flex justify-center gap-2 border-admin-line border-b bg-white px-4 py-1.5 sm:px-6"
    >
      <input
        ref={box}
        key={isShown ? term : ''}
        type="search"
        name="q"
        defaultValue={isShown ? term : ''}
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder="Name, email, phone or reference"
        maxLength={EMAIL_AT_MOST}
        autoComplete="off"
        spellCheck={false}
        className={`${FIELD_LOOK} h-10 max-w-lg flex-1 text-sm!`}
      />
      <span
        aria-hidden="true"
        className="self-center rounded-badge border border-admin-line px-2 py-0.5 text-2xs text-admin-soft max-lg:hidden [@media(scripting:none)]:hidden"
      >
        /
      </span>
      <button type="submit" className={adminButton('plain', 'min-h-10!')}>
        Find<VisuallyHidden> it</VisuallyHidden>
      </button>
    </Form>
  )
}

/** Leads the `/` of a keyboard into the box, where nothing is being typed and no dialog is open. */
function useSlashFor() {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const lead = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return
      const at = event.target instanceof Element ? event.target : null
      if (at?.closest('input, textarea, select, [contenteditable]') || document.querySelector('dialog:modal'))
        return
      event.preventDefault()
      box.current?.select()
      box.current?.focus()
    }
    document.addEventListener('keydown', lead)
    return () => document.removeEventListener('keydown', lead)
  }, [])
  return box
}
