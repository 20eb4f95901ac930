import type { ReactNode } from 'react'
import { Mark } from '#app/ui/mark'

/** A whole page that says one thing and offers a way on. */
export const MessageScreen = ({
  title,
  text,
  actions,
}: {
  title: string
  text: string
  actions: ReactNode
}) => (
  <div className="wrap-text grid justify-items-center py-20 text-center md:py-32">
    <Mark className="size-20" />
    <h1 className="type-h2 mt-8">{title}</h1>
    <p className="type-lead mt-4 text-ink-soft">{text}</p>
    <div className="mt-9 flex flex-wrap justify-center gap-3.5">{actions}</div>
  </div>
)
