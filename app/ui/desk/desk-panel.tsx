import { type ReactNode, useId } from 'react'

type Props = { title?: string; actions?: ReactNode; children: ReactNode; className?: string }

/** A white panel of the staff area; with a title it is a section of the page. */
export function DeskPanel({ title, actions, children, className = 'p-5' }: Props) {
  const id = useId()
  const look = `rounded-field border border-desk-line bg-white ${className}`
  if (!title) return <div className={look}>{children}</div>
  return (
    <section aria-labelledby={id} className={look}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="font-semibold text-control">
          {title}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  )
}
