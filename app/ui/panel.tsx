import type { ReactNode } from 'react'

type Props = { title: string; lead?: ReactNode; children?: ReactNode; className?: string }

/** The quiet h1 of pages where something is done rather than admired. */
export const PageHeading = ({ title, lead, children, className = '' }: Props) => (
  <header className={`pt-10 pb-8 sm:pt-14 ${className}`}>
    <h1 className="type-h2">{title}</h1>
    {lead && <p className="type-lead mt-3 text-ink-soft">{lead}</p>}
    {children}
  </header>
)

type PanelProps = {
  children: ReactNode
  as?: 'div' | 'section' | 'article' | 'aside' | 'li'
  className?: string
  id?: string
}

/** A white card on paper or sand. */
export const Panel = ({ children, as: Tag = 'div', className = 'p-6 sm:p-8', id }: PanelProps) => (
  <Tag id={id} className={`rounded-card bg-white shadow-card print:border print:border-line ${className}`}>
    {children}
  </Tag>
)
