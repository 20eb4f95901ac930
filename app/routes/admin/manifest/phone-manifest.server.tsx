import { renderToStaticMarkup } from 'react-dom/server'
import { now } from '#app/platform/clock.server'
import { namesOf } from '#app/platform/typed/fields'
import { BRAND } from '#app/platform/words'
import { byStaff, recordAct } from '#app/staff/audit-log.server'
import { isGuideOnly } from '#app/staff/rights'
import type { Staff } from '#app/staff/sessions.server'
import { SESSION_DAYS } from '#app/staff/user-forms'
import type { Departure } from '#app/tours/departures.server'
import { MANIFEST_KEPT_DAYS_AFTER } from '#app/tours/guides.server'
import type { ManifestLook } from '#app/travelers/detail-fields'
import { telHref } from '#app/ui/link'
import { manifest } from '#app/views/manifest.server'
import type { Line } from './manifest-facts.server'
import { PARTS } from './manifest-parts'
import {
  type AboardDay,
  aboardDays,
  type ShownManifest,
  type ShownTraveler,
  shownManifest,
} from './shown-manifest.server'

/** Colors as in styles/theme.css. Without quotes and `>`: React writes text, and would escape them. */
const STYLE = `
*{box-sizing:border-box}
body{margin:0 auto;max-width:44rem;padding:1rem;background:#fbf5e9;color:#2a1b14;font:1.0625rem/1.5 system-ui,sans-serif}
h1,h2,h3,p,dl,dd,ul{margin:0}
h1{font:600 1.5rem/1.25 Georgia,serif}
h2{font-size:1rem;color:#573827}
h3{font-size:1.1875rem}
header,section,nav{margin-bottom:1.25rem}
header p{margin-top:.5rem}
.brand{margin:0 0 .25rem;font-weight:600;color:#704b37}
.warning{padding:.75rem 1rem;border:2px solid #862416;border-radius:.625rem;background:#f7dfd8;color:#862416}
nav ul{display:flex;flex-wrap:wrap;gap:.5rem;padding:0;list-style:none}
nav a{display:block;padding:.625rem .875rem;border:1px solid #e2d2b6;border-radius:.625rem;background:#fff}
a{color:#704b37}
dd a{display:inline-block;min-height:2.75rem;padding:.5rem 0;font-weight:600}
article{margin-top:.75rem;padding:1rem;border:1px solid #e2d2b6;border-radius:.875rem;background:#fff;overflow-wrap:anywhere}
article p,dd,.mark{white-space:pre-line;overflow-wrap:anywhere}
section p{margin-top:.5rem}
dt{margin-top:.75rem;font-size:.875rem;color:#5c4638}
.mark{margin-top:.75rem;padding:.5rem .75rem;border-left:4px solid #6b4a0e;background:#f8e7c4;color:#6b4a0e}
.saved{display:none}
html[data-saved] .saved{display:block}
.tick{display:flex;justify-content:space-between;align-items:center;gap:1rem;min-height:3.25rem;margin:0;border-top:1px solid #e2d2b6}
button{min-height:2.75rem;padding:0 1rem;border:1px solid #704b37;border-radius:1.375rem;background:#fff;color:#704b37;font:600 1rem/1 system-ui,sans-serif}
.medical{border-color:#862416;background:#f7dfd8;color:#862416}
:focus-visible{outline:3px solid #1f6470;outline-offset:2px}
@media (min-width:70rem){body{max-width:80rem;font-size:.875rem}h2,button{font-size:.875rem}h3{font-size:1rem}main,form{columns:3;column-gap:1.25rem}main section{margin-bottom:.75rem}article{margin-top:.5rem;padding:.75rem}article,h2,.tick{break-inside:avoid}main h2{break-after:avoid}dl{display:grid;grid-template-columns:5fr 3fr;gap:0 .75rem}dt{margin-top:.5rem}dd a{min-height:1.5rem;padding:0}}
@media print{body{max-width:none;padding:0;background:none;font-size:10pt}nav{display:none}article,h2,h3{break-inside:avoid}h2,h3{break-after:avoid}dd a{min-height:0;padding:0}}
`

/** Says the same inside the file, where no server says it: nothing runs in it, and it asks for nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'"

/**
 * The manifest as one HTML document that needs nothing else: no network, no script. Passports are not in it,
 * because phones are lost. With `here`, its address, it is the page that a phone keeps and renews. That it
 * was opened is in the audit log.
 */
export function phoneManifest(departure: Departure, staff: Staff, here?: string): string {
  recordAct(now(), {
    ...byStaff(staff),
    action: 'manifest-exported',
    subject: `departure:${departure.id}`,
    detail: { kind: here ? 'kept-on-phone' : 'phone' },
  })
  const shown = shownManifest(departure, manifest(departure), () => false, now())
  const saved = here ? { here, days: aboardDays(departure), isGuide: isGuideOnly(staff) } : null
  return `<!doctype html>\n${renderToStaticMarkup(<PhoneDocument shown={shown} saved={saved} />)}\n`
}

/** Of the page that a phone keeps: its address, and the days on which everyone was aboard. */
type SavedPage = { here: string; days: AboardDay[]; isGuide: boolean }

type Props = { shown: ShownManifest; saved: SavedPage | null }

function PhoneDocument({ shown: { tourName, days, asOf, medical, totals, rooms }, saved }: Props) {
  const byName = new Intl.Collator('en')
  const everyone = rooms.flatMap(({ travelers }) => travelers)
  return (
    <html lang="en-US">
      <head>
        <meta charSet="utf-8" />
        {!saved && <meta httpEquiv="Content-Security-Policy" content={POLICY} />}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`Manifest, ${days} | ${BRAND}`}</title>
        {saved && (
          <link rel="manifest" href={`${saved.here}/manifest.webmanifest`} crossOrigin="use-credentials" />
        )}
        {saved && <link rel="apple-touch-icon" href="/apple-touch-icon.png" />}
        <style>{STYLE}</style>
      </head>
      <body>
        <header>
          <p className="brand">{BRAND}</p>
          <h1>{`Guide’s manifest, ${days}`}</h1>
          <p>{`${tourName}. Made ${asOf}: later changes are not in it.`}</p>
          {saved ? <SavedWords isGuide={saved.isGuide} /> : <FileWords />}
        </header>
        <MedicalNeeds needs={medical} />
        {saved && <Aboard saved={saved} />}
        <section>
          {totals.map(({ words }) => (
            <p key={words} dir="auto">
              {words}
            </p>
          ))}
        </section>
        <nav aria-label="Travelers by name">
          <ul>
            {everyone
              .toSorted((one, other) => byName.compare(one.name, other.name))
              .map(({ id, name }) => (
                <li key={id}>
                  <a href={`#traveler-${id}`} dir="auto">
                    {name}
                  </a>
                </li>
              ))}
          </ul>
        </nav>
        <main>
          {rooms.map(({ number, kind, hasFreeBed, travelers }) => (
            <section key={number}>
              <h2>{`Room ${number}, ${kind}${hasFreeBed ? ', a bed is free' : ''}`}</h2>
              {travelers.map((traveler) => (
                <PhoneTraveler key={traveler.id} traveler={traveler} />
              ))}
            </section>
          ))}
        </main>
        {saved && <script src="/kept-page.js" defer />}
      </body>
    </html>
  )
}

const FileWords = () => (
  <p className="warning">
    <strong>This file holds health data.</strong> Keep the phone locked, do not pass the file on, and delete
    it after the journey. Passport numbers are not in it.
  </p>
)

const SavedWords = ({ isGuide }: { isGuide: boolean }) => (
  <>
    <p className="saved mark">
      <strong>Saved copy.</strong> There is no network: it updates as soon as there is one.
    </p>
    <p className="warning">
      <strong>This page holds health data.</strong> Keep the phone locked. Passport numbers are not in it.
    </p>
    <p data-kept hidden>
      {isGuide
        ? `Saved on this phone: it opens without a network until ${MANIFEST_KEPT_DAYS_AFTER} days after the journey. It is deleted when you sign out.`
        : `Saved on this phone: it opens without a network, for at most ${SESSION_DAYS} days from when you signed in. It is deleted when you sign out, or when your session ends.`}
    </p>
    <p>
      <a href="/admin/departures">Back to your departures</a>
    </p>
  </>
)

/** A tick a day. Without a network the phone remembers it, and sends it later (public/kept-page.js). */
const Aboard = ({ saved: { here, days } }: { saved: SavedPage }) => (
  <section aria-labelledby="aboard">
    <h2 id="aboard">All aboard</h2>
    <form method="post" action={here} data-queue={here}>
      {days.map(({ day, name, by }) => (
        <p key={day} className="tick">
          <span>{name}</span>
          {by ? (
            <span>{`All aboard (${by})`}</span>
          ) : (
            <button type="submit" name="day" value={day} aria-label={`All aboard on ${name}`}>
              All aboard
            </button>
          )}
        </p>
      ))}
    </form>
  </section>
)

/** First, for it is what a guide must know without searching: who, in which room, and what. */
const MedicalNeeds = ({ needs }: { needs: ShownManifest['medical'] }) => (
  <section aria-labelledby="medical-needs">
    <h2 id="medical-needs">Medical needs</h2>
    {needs.length === 0 && <p>No one has told us of any.</p>}
    {needs.map(({ id, name, number, words }) => (
      <p key={id} className="mark medical" dir="auto">
        <a href={`#traveler-${id}`}>
          <strong>{name}</strong>
        </a>
        {`, room ${number}: `}
        <bdi>{words}</bdi>
      </p>
    ))}
  </section>
)

const PhoneTraveler = ({ traveler: { id, name, lines } }: { traveler: ShownTraveler }) => (
  <article id={`traveler-${id}`}>
    <h3 dir="auto">{name}</h3>
    <p dir="auto">{lines.who.map(lineShown)}</p>
    {lines.health.map(lineShown)}
    <dl>
      {IN_LIST.map((part) => (
        <div key={part}>
          <dt>{PARTS[part].label}</dt>
          <dd dir="auto">{lines[part].length === 0 ? PARTS[part].none : lines[part].map(lineShown)}</dd>
        </div>
      ))}
    </dl>
  </article>
)

const IN_LIST = namesOf(PARTS).filter((part) => part !== 'who' && part !== 'health')

const MARKS: Partial<Record<ManifestLook, string>> = { diet: 'Diet', medical: 'Medical' }

function lineShown(line: Line, place: number) {
  if (typeof line === 'string') return `${place > 0 ? '\n' : ''}${line}`
  const { look, words } = line
  if (look === 'phone') return <Telephone key={words} number={words} />
  return look in MARKS ? (
    <p key={words} className={`mark ${look}`}>
      <strong>{MARKS[look]}:</strong> <bdi>{words}</bdi>
    </p>
  ) : (
    `${place > 0 ? '\n' : ''}${words}`
  )
}

/** Called by a tap. */
const Telephone = ({ number }: { number: string }) => (
  <>
    {'\n'}
    <a href={telHref(number)}>{number}</a>
  </>
)
