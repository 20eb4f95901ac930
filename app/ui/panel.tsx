import type { ReactNode } from 'react'

type HeadingProps = { title: string; lead?: ReactNode; children?: ReactNode; className?: string }

/** The quiet h1 of pages where something is done rather than admired. */
export const PageHeading = ({ title, lead, children, className = '' }: HeadingProps) => (
  <header className={`pt-10 pb-8 sm:pt-14 ${className}`}>
    <h1 className="type-h2">{title}</h1>
    {lead && <p className="type-lead mt-3 text-balance! text-ink-soft">{lead}</p>}
    {children}
  </header>
)

/** Such a page in one narrow column. */
export const NarrowPage = ({ title, lead, children }: Omit<HeadingProps, 'className'>) => (
  <div className="wrap-text pb-20">
    <PageHeading title={title} lead={lead} />
    {children}
  </div>
)

type PanelProps = {
  children: ReactNode
  as?: 'div' | 'section' | 'aside' | 'li'
  title?: string
  className?: string
  id?: string
}

/** A white card on paper or sand. */
export const Panel = ({ children, as: Tag = 'div', title, className = 'p-6 sm:p-8', id }: PanelProps) => (
  <Tag id={id} className={`rounded-card bg-white shadow-card print:border print:border-line ${className}`}>
    {title && <h2 className="type-h3">{title}</h2>}
    {children}
  </Tag>
)
