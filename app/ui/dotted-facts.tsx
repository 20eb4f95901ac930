type Props = { facts: string[]; className?: string }

/** Facts in one line, with dots between them. Where the line breaks, the dot is cut off. */
export const DottedFacts = ({ facts, className = '' }: Props) => (
  <p className={`overflow-x-clip font-semibold tabular-nums ${className}`}>
    <span className="-ml-4 flex flex-wrap">
      {facts.map((fact, index) => (
        <span key={fact}>
          <span className="inline-block w-4 text-center">{index > 0 && ' · '}</span>
          {fact}
        </span>
      ))}
    </span>
  </p>
)
