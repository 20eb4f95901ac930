export type HeldData = { what: string; rows: { label: string; value: string }[][] }[]

/** All that is held of someone, each row as it is stored, the first kind open: for them, and for staff. */
export const HeldDataList = ({ held, rowLook }: { held: HeldData; rowLook: string }) => (
  <div className="mt-6">
    {held.map(({ what, rows }, place) => (
      <details key={what} open={place === 0} className="border-current/15 border-t py-2">
        <summary className="fold justify-between py-2">
          <h2 className="font-semibold text-lg">
            {what} ({rows.length.toLocaleString('en-US')})
          </h2>
        </summary>
        {rows.map((row, place) => (
          <dl
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may say the same, and none is moved
            key={place}
            className={`mt-3 grid gap-x-6 gap-y-2 p-4 text-sm sm:grid-cols-[12rem_minmax(0,1fr)] ${rowLook}`}
          >
            {row.map(({ label, value }) => (
              <div key={label} className="contents">
                <dt className="opacity-75 max-sm:mt-1">{label}</dt>
                <dd className="wrap-anywhere whitespace-pre-wrap font-medium" dir="auto">
                  {value}
                </dd>
              </div>
            ))}
          </dl>
        ))}
      </details>
    ))}
  </div>
)
