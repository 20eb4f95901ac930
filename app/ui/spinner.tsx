/** A box in the place of what is still being fetched; size it with `className`. */
export const Skeleton = ({ className = '' }: { className?: string }) => (
  <div aria-hidden="true" className={`animate-breathe rounded-field bg-sand ${className}`} />
)

/** Turning while something is awaited; says nothing itself, the words beside it do. */
export function Spinner({ className = 'size-4.5' }: { className?: string }) {
  return (
    <svg viewBox="0 0 20 20" fill="none" aria-hidden="true" className={`animate-spin ${className}`}>
      <circle cx="10" cy="10" r="8" stroke="currentColor" strokeWidth="2.4" opacity="0.28" />
      <path d="M18 10a8 8 0 0 0-8-8" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
    </svg>
  )
}
