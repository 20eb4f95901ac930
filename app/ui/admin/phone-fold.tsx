import { type ReactNode, useState } from 'react'
import { useOpenedBy } from './admin-form'

type Props = {
  /** Where a link leads to it. */
  id?: string
  title: string
  /** What is stored, while it is folded. */
  says: string
  /** Something in it has to be looked at: it is open then. */
  isNeeded: boolean
  children: ReactNode
}

/** One part of a long form. On a phone it is folded and says what is stored; elsewhere it is always open. */
export function PhoneFold({ id, title, says, isNeeded, children }: Props) {
  const [startsOpen] = useState(isNeeded)
  const inside = useOpenedBy(isNeeded)
  return (
    <section
      id={id}
      aria-label={title}
      className="mb-3 scroll-mt-4 break-inside-avoid rounded-field border border-admin-line bg-white lg:mb-4"
    >
      <h2 className="admin-phone-fold-title px-5 pt-5 font-semibold text-control">{title}</h2>
      <details open={startsOpen} className="admin-phone-fold">
        <summary className={FOLD_LINE}>
          <h2 className="font-semibold text-control">{title}</h2>
          <span className="in-[details[open]]:hidden block truncate text-admin-soft text-xs">{says}</span>
        </summary>
        <div ref={inside} className="px-5 pt-1 pb-5 lg:pt-3">
          {children}
        </div>
      </details>
    </section>
  )
}

type SaidProps = Omit<Props, 'id' | 'says'> & { says: ReactNode }

/** One that is folded everywhere, and goes on to say what it makes while it is open. */
export function SayingFold({ title, says, isNeeded, children }: SaidProps) {
  const [startsOpen] = useState(isNeeded)
  const inside = useOpenedBy(isNeeded)
  return (
    <details
      open={startsOpen}
      className="mb-3 break-inside-avoid rounded-field border border-admin-line bg-white lg:mb-4"
    >
      <summary className={FOLD_LINE}>
        <h2 className="font-semibold text-control">{title}</h2>
        {says}
      </summary>
      <div ref={inside} className="px-5 pt-1 pb-5">
        {children}
      </div>
    </details>
  )
}

const FOLD_LINE =
  'fold relative block! px-5 py-3 pr-12 after:absolute after:top-1/2 after:right-5 after:-mt-1'
