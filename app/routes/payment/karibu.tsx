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
  /** What to do first. */
  action: ReactNode
  /** Whether to point to what happens next: where a guest has just paid, and reads on. */
  pointsAhead?: boolean
  children: ReactNode
  /** Beside the money on a wide screen, else below it. */
  aside: ReactNode
}

/** The page of someone who has just booked: the print and the welcome, small things to do, then the money. */
export const Karibu = ({
  booking,
  picture,
  token,
  title,
  lead,
  action,
  pointsAhead = false,
  children,
  aside,
}: Props) => (
  <div className="pb-20">
    <div className="lg:wrap lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,36rem)] lg:items-center lg:gap-x-12 lg:pt-10">
      {/* Whole on a wide screen: a flat band from edge to edge has no room for the moon above the stage. */}
      <PrintBand
        picture={picture}
        sizes="(width >= 64rem) 36rem, 60rem"
        className="h-56 sm:h-80 lg:order-last lg:aspect-[16/9] lg:h-auto lg:rounded-card"
      />
      <header className="wrap-text pt-8 pb-6 lg:mx-0 lg:w-auto lg:py-0">
        <p className="type-small-caps text-ember">{showDays(booking.startsOn, booking.endsOn)}</p>
        <h1 className="type-h2 mt-3">{title}</h1>
        <p className="type-lead mt-3 max-w-155 text-ink-soft [overflow-wrap:anywhere]">{lead}</p>
        <p className="mt-6 print:hidden">{action}</p>
      </header>
    </div>
    <div className="wrap-text lg:wrap">
      <ul
        className={`mb-8 grid gap-3 lg:mt-8 print:hidden ${pointsAhead ? 'sm:grid-cols-3' : 'grid-cols-2'}`}
      >
        <Tile
          to={`/booking/${token}/calendar.ics`}
          isFile
          title="Add to your calendar"
          isBrief={!pointsAhead}
        >
          The journey, and the days when a payment is due.
        </Tile>
        <Tile
          to={`/booking/${token}#travelers`}
          title={booking.travelers > 1 ? 'Tell us who comes with you' : 'Tell us about yourself'}
          isBrief={!pointsAhead}
        >
          What your guide and the lodges need to know, a few answers at a time.
        </Tile>
        {pointsAhead && (
          <Tile to="#next-steps" isFile title="What happens next">
            From today until we meet in Nairobi.
          </Tile>
        )}
      </ul>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0">{children}</div>
        <div className="grid min-w-0 gap-8">{aside}</div>
      </div>
    </div>
  </div>
)

type TileProps = {
  to: string
  title: string
  isFile?: boolean
  /** On a phone its title alone. */
  isBrief?: boolean
  children: ReactNode
}

const TILE =
  'block h-full rounded-card border border-line bg-white p-4.5 no-underline transition-colors hover:border-umber'

/** A file, or a place on this page, is not the router's. */
const Tile = ({ to, title, isFile, isBrief, children }: TileProps) => {
  const words = (
    <>
      <span className="block font-semibold text-umber underline underline-offset-4">{title}</span>{' '}
      <span className={`mt-1.5 block text-ink-soft text-sm ${isBrief ? 'max-sm:hidden' : ''}`}>
        {children}
      </span>
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
