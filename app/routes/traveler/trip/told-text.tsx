import { Fragment } from 'react'

/** Called by a tap. What somebody typed beside the digits stays out of the address. */
export const Telephone = ({ number }: { number: string }) => (
  <a href={`tel:${number.replace(/[^\d+]/g, '')}`} className="trip-link whitespace-nowrap tabular-nums">
    {number}
  </a>
)

const NUMBER = /(\+\d[\d ()/-]{6,}\d)/

/** Paragraphs that staff wrote; a telephone number in them is called by a tap. */
export const ToldText = ({ text }: { text: string }) =>
  text.split(/\n{2,}/).map((paragraph) => (
    <p key={paragraph} dir="auto" className="mt-3 max-w-[62ch] whitespace-pre-line">
      {paragraph.split(NUMBER).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text stay in their order
        <Fragment key={at}>{at % 2 === 1 ? <InText number={part} /> : part}</Fragment>
      ))}
    </p>
  ))

const InText = ({ number }: { number: string }) => (
  <a
    href={`tel:${number.replace(/[^\d+]/g, '')}`}
    className="whitespace-nowrap font-semibold text-umber tabular-nums underline underline-offset-4"
  >
    {number}
  </a>
)
