import { type Day, showDay } from '#app/days'
import { CONFIRMATION_HOURS, CONTACT_DAYS_BEFORE } from '#app/tour/promises'

/** What Happens Next, in three steps (rules 1.12). */
export const NextSteps = ({ startsOn }: { startsOn: Day }) => (
  <section className="mt-10" aria-labelledby="next-steps">
    <h2 id="next-steps" className="type-h3">
      What Happens Next
    </h2>
    <ol className="mt-5 grid gap-5">
      <Step number={1} title="Confirmation email">
        You receive it within {CONFIRMATION_HOURS} hours. Keep it: the reference in it is all we need to find
        you.
      </Step>
      <Step number={2} title="We contact you">
        {CONTACT_DAYS_BEFORE} days before the trip our team contacts you with flights, packing and the plan of
        each day.
      </Step>
      <Step number={3} title="Your adventure begins">
        On {showDay(startsOn)}, in Nairobi.
      </Step>
    </ol>
  </section>
)

const Step = ({ number, title, children }: { number: number; title: string; children: React.ReactNode }) => (
  <li className="grid grid-cols-[auto_1fr] gap-4">
    <span
      aria-hidden="true"
      className="grid size-9 place-items-center rounded-full bg-sand font-semibold text-umber tabular-nums"
    >
      {number}
    </span>
    <div>
      <h3 className="font-semibold">{title}</h3>
      <p className="text-sm text-ink-soft">{children}</p>
    </div>
  </li>
)
