/** The cloth of 2Step Safari and of nothing else: a swatch or an edge, never behind words. */
export const ShukaCheck = ({ className = '' }: { className?: string }) => (
  <div aria-hidden="true" className={`shuka-check ${className}`} />
)
