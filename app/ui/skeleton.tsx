/** A box in the place of what is still being fetched; size it with `className`. */
export const Skeleton = ({ className = '' }: { className?: string }) => (
  <div aria-hidden="true" className={`animate-breathe rounded-field bg-sand ${className}`} />
)
