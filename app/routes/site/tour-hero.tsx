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
          <ButtonLink to="/checkout" reloadDocument tone="sun">
            Reserve a seat
          </ButtonLink>
        ) : (
          <ButtonLink to="/contact" tone="sun">
            Ask about the next departure
          </ButtonLink>
        )}
        <ScrollLink to="#pricing" className={buttonLook('ghost')}>
          See prices
        </ScrollLink>
      </>
    }
  />
)
