import { useEffect, useRef } from 'react'
import type { Added } from '#app/people/add-subscribers.server'
import { DeskTable } from '#app/ui/desk/desk-table'
import { Notice } from '#app/ui/notice'

/** What came of the list that was given, or of both lists. */
export function AddedSubscribers({ results }: { results: Added[] }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (results) place.current?.focus()
  }, [results])
  const sum = (figure: 'added' | 'alreadyThere' | 'refused') =>
    results.reduce((total, result) => total + result[figure], 0)
  const refused = sum('refused')
  const refusals = results.flatMap((result) => result.refusals)
  return (
    <div className="mb-8 grid max-w-3xl gap-5">
      <Notice
        ref={place}
        tabIndex={-1}
        tone={sum('added') > 0 ? 'success' : 'info'}
        role="status"
        title={sum('added') === 1 ? '1 new subscriber' : `${shown(sum('added'))} new subscribers`}
        className="outline-none"
      >
        <p>
          {shown(sum('alreadyThere'))} already there, {shown(refused)} refused.
        </p>
      </Notice>
      {refusals.length > 0 && (
        <section aria-labelledby="refused">
          <h2 id="refused" className="mb-1 font-semibold text-control">
            Refused
          </h2>
          <p className="mb-3 text-desk-soft text-sm">
            {refused > refusals.length ? `The first ${shown(refusals.length)} of ${shown(refused)}. ` : ''}
            Everything else was added. Mend these lines and add them again.
          </p>
          <DeskTable caption="Refused lines" columns={['Line', 'What stood there', 'Why']}>
            {refusals.map(({ line, text, reason }, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and a line may be in it twice
              <tr key={row}>
                <td>{shown(line)}</td>
                <td className="break-all" dir="auto">
                  {text}
                </td>
                <td>{reason}</td>
              </tr>
            ))}
          </DeskTable>
        </section>
      )}
    </div>
  )
}

const shown = (count: number) => count.toLocaleString('en-US')
