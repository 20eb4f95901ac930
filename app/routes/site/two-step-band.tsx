import { ButtonLink } from '#app/ui/button-link'
import { ShukaCheck } from '#app/ui/shuka-check'
import { useReveal } from '#app/ui/use-reveal'

/** The home page's way to the group tour; numbers in words. */
export function TwoStepBand({ tour }: { tour: { days: string; seats: string } }) {
  const place = useReveal<HTMLElement>()
  return (
    <section ref={place} aria-labelledby="two-step" className="reveal-within on-dark bg-dusk">
      <div className="wrap grid items-center gap-x-10 gap-y-7 py-12 md:grid-cols-[13.75rem_1fr] lg:grid-cols-[13.75rem_1fr_auto]">
        <ShukaCheck className="h-33 rounded-[12px]" />
        <div>
          <p className="type-small-caps text-dawn">2Step Safari</p>
          <h2 id="two-step" className="type-h2 mt-3 mb-1.5">
            One check, two homelands
          </h2>
          <p className="type-lead text-mist">
            {`Maasai shuka and Texan plaid share a pattern. So does this tour: a live country band, ${tour.days} days, ${tour.seats} travelers.`}
          </p>
        </div>
        <ButtonLink
          to="/texascountrysafari"
          tone="sun"
          className="md:col-start-2 md:justify-self-start lg:col-start-3"
        >
          See the tour
        </ButtonLink>
      </div>
    </section>
  )
}
