import { Section } from '#app/ui/section'
import { TextLink } from '#app/ui/text-link'
import type { TourPage } from './tour-page.server'

export function TourPayments({ tour }: { tour: TourPage }) {
  const [double, single] = tour.rooms
  const steps = [
    {
      title: `${tour.deposit} today`,
      text: 'A deposit by card holds your seat. You may also pay the whole price at once.',
    },
    ...(double?.installments ?? []).map((installment, index) => ({
      title: installment.dueOn,
      text: `${installment.name}: ${installment.amount} for a double room, ${single?.installments[index]?.amount} for a single. We write to you before the day.`,
    })),
  ]
  return (
    <Section
      labelledBy="payments-heading"
      ground="sand"
      className="rendered-late [--expected-height:646px] md:[--expected-height:350px] lg:[--expected-height:320px]"
    >
      <h2 id="payments-heading" className="type-h2">
        How paying works
      </h2>
      <ol className="mt-9 grid gap-x-10 gap-y-8 md:grid-cols-3">
        {steps.map((step, index) => (
          <li key={step.title} className="border-umber border-t pt-5">
            <p className="type-h3">
              <span className="text-ember tabular-nums">{index + 1}.</span> {step.title}
            </p>
            <p className="mt-2.5 text-ink-soft">{step.text}</p>
          </li>
        ))}
      </ol>
      <p className="mt-10 max-w-[60ch]">{tour.refund.terms}</p>
      <p className="mt-3 max-w-[60ch]">
        If you book today: {tour.refund.dates.charAt(0).toLowerCase() + tour.refund.dates.slice(1)} Questions
        before you decide? <TextLink to="/contact">Talk to us</TextLink>.
      </p>
    </Section>
  )
}
