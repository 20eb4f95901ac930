import type { ReactNode } from 'react'

type Column = { label: string; className?: string; hidden?: boolean }

type Props = {
  /** What the table lists, for those who cannot see it. */
  caption: string
  columns: readonly (string | Column)[]
  /** On a phone each row is a card: a cell says its column by `data-label`. Without it, one scrolls sideways. */
  stacks?: boolean
  /** The children are bodies of the table (tbody), each with the rows that belong together. */
  grouped?: boolean
  children: ReactNode
}

/** A table in a panel that scrolls by itself where the screen is narrow; its rows are the children. */
export const DeskTable = ({ caption, columns, stacks = false, grouped = false, children }: Props) => (
  <section
    aria-label={caption}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (axe says so too)
    tabIndex={0}
    className="overflow-x-auto rounded-field border border-desk-line bg-white"
  >
    <table className={`desk-table ${stacks ? 'desk-table-stacks' : ''}`}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => {
            const { label, className, hidden }: Column =
              typeof column === 'string' ? { label: column } : column
            return (
              <th key={label} scope="col" className={className}>
                {hidden ? <span className="sr-only">{label}</span> : label}
              </th>
            )
          })}
        </tr>
      </thead>
      {grouped ? children : <tbody>{children}</tbody>}
    </table>
  </section>
)
