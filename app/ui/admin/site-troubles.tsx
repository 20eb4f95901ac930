import { Link } from '#app/ui/link'
import { Notice } from '#app/ui/notice'

export type SiteTrouble = { key: string; kind: string; short: string; found: string; advice: string }

/** What someone must act on, in one sentence; then each, and what to do. */
export function SiteTroubles({
  wrong,
  more,
}: {
  wrong: SiteTrouble[]
  more?: { to: string; label: string }
}) {
  const shorts = [...new Set(wrong.map(({ short }) => short))]
  return (
    <Notice tone="danger" title={`Action needed: ${shorts.join('; ')}.`} className="mb-6">
      <ul className="grid gap-2">
        {wrong.map(({ key, found, advice }) => (
          <li key={key} className="wrap-anywhere">
            <span className="font-semibold">{found}</span> {advice}
          </li>
        ))}
      </ul>
      {wrong.some(({ kind }) => kind === 'mail-stuck') && (
        <p className="mt-2">
          Emails about any of this are waiting with the others; this page shows it instead.
        </p>
      )}
      {more && (
        <p className="mt-2">
          <Link to={more.to} className="font-semibold underline underline-offset-3">
            {more.label}
          </Link>
        </p>
      )}
    </Notice>
  )
}
