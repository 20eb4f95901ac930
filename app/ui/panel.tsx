import type { ReactNode } from 'react'

type Props = {
  children: ReactNode
  as?: 'div' | 'section' | 'article' | 'aside' | 'li'
  className?: string
  id?: string
}

/** A white card on paper or sand. */
export const Panel = ({ children, as: Tag = 'div', className = 'p-6 sm:p-8', id }: Props) => (
  <Tag id={id} className={`rounded-card bg-white shadow-card print:border print:border-line ${className}`}>
    {children}
  </Tag>
)
