import type { ReactNode } from 'react'

type Props = { title: string; lead?: ReactNode; badge?: ReactNode; children?: ReactNode }

/** The h1 of a staff page; its actions stand beside it. */
export const DeskHeading = ({ title, lead, badge, children }: Props) => (
  <header className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
    <div className="min-w-0">
      <h1 className="flex flex-wrap items-center gap-3 font-semibold text-xl" tabIndex={-1}>
        {title}
        {badge}
      </h1>
      {lead && <p className="mt-1 max-w-prose text-desk-soft text-sm">{lead}</p>}
    </div>
    {children && <div className="desk-no-print flex flex-wrap gap-2.5">{children}</div>}
  </header>
)
