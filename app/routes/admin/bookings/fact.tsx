import type { ReactNode } from 'react'

/** One thing that is known of a booking, in a list of such; `wide` takes two columns. */
export const Fact = ({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) => (
  <div className={`min-w-0 ${wide ? 'col-span-2' : ''}`}>
    <dt className="text-2xs font-semibold text-desk-soft">{label}</dt>
    <dd className="[overflow-wrap:anywhere]" dir="auto">
      {children}
    </dd>
  </div>
)
