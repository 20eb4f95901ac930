import { showPercent } from '#app/analytics/percent'
import { DeskPanel } from '#app/ui/desk/desk-panel'

type Props = {
  title: string
  /** What the rows are, and what is counted: 'Page', 'Views'. */
  columns: [string, string]
  rows: { name: string; percentage: number; count: number }[]
  empty: string
}

/** Ten things by their part of a whole, the greatest first. */
export const ShareList = ({ title, columns: [what, counted], rows, empty }: Props) => (
  <DeskPanel title={title}>
    {rows.length === 0 ? (
      <p className="text-desk-soft text-sm">{empty}</p>
    ) : (
      <table className="w-full table-fixed text-left text-sm tabular-nums">
        <thead className="text-2xs text-desk-soft">
          <tr>
            <th scope="col" className="pb-1.5 font-semibold">
              {what}
            </th>
            <th scope="col" className="w-14 pb-1.5 text-right font-semibold">
              Share
            </th>
            <th scope="col" className="w-16 pb-1.5 text-right font-semibold">
              {counted}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, percentage, count }) => (
            <tr key={name} className="border-desk-line border-t align-top">
              <th scope="row" className="py-2 pr-2 font-medium" dir="auto">
                <span className="wrap-anywhere">{name}</span>
                <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden className="mt-1 h-1 w-full">
                  <rect width={percentage} height={4} className="fill-lagoon" />
                </svg>
              </th>
              <td className="py-2 text-right">{showPercent(percentage)}</td>
              <td className="py-2 text-right">{count.toLocaleString('en-US')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </DeskPanel>
)
