import type { ReactNode } from 'react'
import { showDays } from '#app/platform/days'
import { capitalized } from '#app/platform/typed/fields'
import { inWords } from '#app/platform/words'
import type { PictureFiles } from '#app/site/picture'
import { Link } from '#app/ui/link'
import { PrintBand } from '#app/ui/picture'
import type { BookingFacts } from '#app/views/booking-facts.server'

type Welcomed = Pick<BookingFacts, 'firstName' | 'travelers'>

/** 'Karibu, Margaret. Two seats are yours.' */
export const karibu = ({ firstName, travelers }: Welcomed): string =>
  `Karibu${firstName ? `, ${firstName}` : ''}. ${
    travelers > 1 ? `${capitalized(inWords(travelers))} seats are yours` : 'Your seat is booked'
  }.`

type Props = {
  booking: Pick<BookingFacts, 'firstName' | 'travelers' | 'startsOn' | 'endsOn' | 'tourName'>
  picture: PictureFiles
  /** Of the booking: the way to its calendar and its travelers. */
  token: string
  title: string
  lead: ReactNode
  /** What to do first, where it is not this page. */
  action?: ReactNode
  children: ReactNode
}

/** The page of someone who has just booked: the print and the welcome, three small things, then the money. */
export const Karibu = ({ booking, picture, token, title, lead, action, children }: Props) => (
  <>
    <PrintBand picture={picture} className="h-60 sm:h-80 lg:h-104" />
    <div className="wrap-text pb-20">
      <header className="pt-10 pb-8 sm:pt-14">
        <p className="type-small-caps text-ember">{showDays(booking.startsOn, booking.endsOn)}</p>
        <h1 className="type-h2 mt-3">{title}</h1>
        <p className="type-lead mt-3 text-balance! text-ink-soft">{lead}</p>
        {action && <p className="mt-6 print:hidden">{action}</p>}
      </header>
      <ul className="mb-8 grid gap-3 sm:grid-cols-3 print:hidden">
        <Tile to={`/booking/${token}/calendar.ics`} isFile title="Add to your calendar">
          The journey, and the days when a payment is due.
        </Tile>
        <Tile
          to={`/booking/${token}#travelers`}
          title={booking.travelers > 1 ? 'Tell us who comes with you' : 'Tell us about yourself'}
        >
          What your guide and the lodges need to know, a few answers at a time.
        </Tile>
        <Tile to="#next-steps" isFile title="What happens next">
          From today until we meet in Nairobi.
        </Tile>
      </ul>
      {children}
    </div>
  </>
)

type TileProps = { to: string; title: string; isFile?: boolean; children: ReactNode }

const TILE =
  'block h-full rounded-card border border-line bg-white p-4.5 no-underline transition-colors hover:border-umber'

/** A file, or a place on this page, is not the router's. */
const Tile = ({ to, title, isFile, children }: TileProps) => {
  const words = (
    <>
      <span className="block font-semibold text-umber underline underline-offset-4">{title}</span>{' '}
      <span className="mt-1.5 block text-ink-soft text-sm">{children}</span>
    </>
  )
  return (
    <li>
      {isFile ? (
        <a href={to} className={TILE}>
          {words}
        </a>
      ) : (
        <Link to={to} className={TILE}>
          {words}
        </Link>
      )}
    </li>
  )
}
