import type { Question } from '#app/tour/questions'
import { MyBookingLine } from '#app/ui/my-booking-line'
import { Section } from '#app/ui/section'

export const TourQuestions = ({ questions }: { questions: Question[] }) => (
  <Section
    labelledBy="questions-heading"
    className="rendered-late [--expected-height:1306px] sm:[--expected-height:1023px] lg:[--expected-height:642px]"
  >
    <h2 id="questions-heading" className="type-h2">
      Before you ask
    </h2>
    <dl className="mt-9 grid gap-x-16 gap-y-9 lg:grid-cols-2">
      {questions.map(({ question, answer }) => (
        <div key={question} className="border-line border-t pt-5">
          <dt className="type-h3">{question}</dt>
          <dd className="mt-2.5 max-w-[60ch] text-ink-soft">{answer}</dd>
        </div>
      ))}
    </dl>
    <MyBookingLine className="mt-9" />
  </Section>
)
