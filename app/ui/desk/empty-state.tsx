import type { ReactNode } from 'react'

/** What a list says while it has nothing: what would be here, or how to find more. */
export const EmptyState = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className="rounded-field border border-desk-line border-dashed bg-white px-6 py-10 text-center">
    <p className="font-semibold">{title}</p>
    {children && <div className="mt-1 text-desk-soft text-sm">{children}</div>}
  </div>
)
