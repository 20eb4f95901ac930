import type { MetaFunction } from '@remix-run/react'
import { VisuallyHidden } from '#app/ui/link'
import { AdminParts } from './admin-parts'
import { FormParts, GuestParts } from './guest-parts'

export const meta: MetaFunction = () => [{ title: 'The parts of the screen' }]

/** Every part of app/ui in each of its states, for its developers. Only `npm run dev` serves it. */
export default function PartsPage() {
  return (
    <main id="main" tabIndex={-1} className="bg-paper">
      <div className="wrap py-10">
        <h1 className="type-h2">
          The parts of the screen<VisuallyHidden>, each in its states</VisuallyHidden>
        </h1>
        <GuestParts />
        <FormParts />
        <AdminParts />
      </div>
    </main>
  )
}
