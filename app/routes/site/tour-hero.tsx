import { ButtonLink } from '#app/ui/button-link'
import { buttonLook } from '#app/ui/button-look'
import { Hero } from '#app/ui/hero'
import { ScrollLink } from '#app/ui/scroll-link'
import type { TourPage } from './tour-page.server'

export const TourHero = ({ tour }: { tour: TourPage }) => (
  <Hero
    ground="night"
    picture={tour.heroPicture}
    smallCaps="2Step Safari"
    title={tour.name}
    lead={
      <>
        {tour.dates}. {tour.dayCount} days in Kenya with a live country band, and never more than {tour.seats}{' '}
        travelers.
      </>
    }
    actions={
      <>
        {tour.sales === 'open' ? (
          <ButtonLink
            to={`/checkout${tour.checkoutQuery && `?${tour.checkoutQuery}`}`}
            reloadDocument
            tone="sun"
          >
            Reserve a seat
          </ButtonLink>
        ) : (
          <NotOnSale tour={tour} />
        )}
        <ScrollLink to="#pricing" className={buttonLook('ghost')}>
          See prices
        </ScrollLink>
      </>
    }
  />
)

const NotOnSale = ({ tour: { next } }: { tour: TourPage }) =>
  next ? (
    <ButtonLink to={`/texascountrysafari?departure=${next.startsOn}`} tone="sun">
      See {next.dates}
    </ButtonLink>
  ) : (
    <ScrollLink to="#tell-me" className={buttonLook('sun')}>
      Tell me when the next one opens
    </ScrollLink>
  )
