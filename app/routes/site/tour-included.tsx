import { CheckIcon } from '#app/ui/icons'
import { Section } from '#app/ui/section'
import type { TourPage } from './tour-page.server'

export const TourIncluded = ({ tour }: { tour: TourPage }) => (
  <Section
    labelledBy="included-heading"
    ground="dusk"
    className="rendered-late [--expected-height:838px] sm:[--expected-height:528px] lg:[--expected-height:326px]"
  >
    <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[1fr_1.35fr]">
      <div>
        <h2 id="included-heading" className="type-h2">
          {tour.seats} seats, and what each of them holds
        </h2>
        {tour.earlyBird && <EarlyBird {...tour.earlyBird} />}
      </div>
      <div>
        <ul className="grid gap-x-8 sm:grid-cols-2">
          {tour.included.map(({ id, text }) => (
            <li key={id} className="flex gap-3 border-paper/20 border-t py-4">
              <CheckIcon className="mt-1 size-5 text-sun" />
              {text}
            </li>
          ))}
        </ul>
        <p className="mt-4 text-sm text-mist">{tour.words.notIncluded}</p>
      </div>
    </div>
  </Section>
)

const EarlyBird = ({ offer, until }: { offer: string; until: string }) => (
  <div className="mt-8 max-w-md">
    <p className="type-small-caps leading-rule text-dawn">Early bird</p>
    <p className="type-lead mt-3">
      {offer} for everyone who signs up by <span className="whitespace-nowrap">{until}</span>.
    </p>
  </div>
)
