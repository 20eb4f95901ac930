import type { ReactNode } from 'react'

/** One part in its states, under its name. */
export const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <section aria-label={name} className="border-line border-t py-6">
    <h3 className="mb-4 font-semibold text-sm">{name}</h3>
    <div className="grid gap-4">{children}</div>
  </section>
)

/** Beside each other, as far as there is room. */
export const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3">{children}</div>
)
