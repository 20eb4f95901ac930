import { BRAND } from '#app/brand'
import { Mark } from './mark'

export const Wordmark = ({ className = '' }: { className?: string }) => (
  <span className={`type-wordmark inline-flex items-center gap-3 whitespace-nowrap ${className}`}>
    <Mark className="size-8.5" />
    {BRAND}
  </span>
)
