import type { ReactNode } from 'react'
import { BRAND } from '#app/platform/words'
import type { DayKind } from '#db/values'

type IconProps = { className?: string }

/** Decoration only: the words beside an icon, or a hidden label, carry the meaning. */
function Icon({ className = 'size-5', children }: IconProps & { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`flex-none ${className}`}
    >
      {children}
    </svg>
  )
}

const icon = (drawing: ReactNode) => (props: IconProps) => <Icon {...props}>{drawing}</Icon>

export const AlertIcon = icon(
  <>
    <circle cx="10" cy="10" r="8.2" fill="currentColor" stroke="none" />
    <path d="M10 5.6v5.2M10 14.1v.1" stroke="white" strokeWidth="2" />
  </>,
)

export const CheckIcon = icon(<path d="m4 10.6 4 4 8-9" />)
export const InfoIcon = icon(<path d="M10 9.2v5M10 5.8v.1" strokeWidth="2" />)
export const BangIcon = icon(<path d="M10 5.4v5.4M10 14.2v.1" strokeWidth="2" />)
export const ClockIcon = icon(<path d="M10 5.5V10l3 2" />)
export const DownIcon = icon(<path d="m4.5 7.5 5.5 5.5 5.5-5.5" />)
export const CloseIcon = icon(<path d="m4.5 4.5 11 11M15.5 4.5l-11 11" />)
export const LockIcon = icon(<path d="M4.5 9h11v7.5h-11zM7 9V6.3a3 3 0 0 1 6 0V9" />)
export const PlayIcon = icon(<path d="M5.5 3.2v13.6L16.5 10z" fill="currentColor" stroke="none" />)

export const StarIcon = icon(
  <path
    d="m10 2.4 2.35 4.9 5.25.7-3.85 3.7.95 5.3L10 14.4 5.3 17l.95-5.3L2.4 8l5.25-.7z"
    strokeWidth="1.3"
  />,
)

/** The disc of the legend; the words beside it, or hidden near it, say what it means. */
export const KindSign = ({ kind }: { kind: DayKind }) => <span className={`kind-sign kind-sign-${kind}`} />

/** The company's mark: a low sun with an umbrella acacia before it. Decoration; the name stands beside it. */
export const Mark = ({ className = 'size-8' }: { className?: string }) => (
  <svg viewBox="0 0 64 64" aria-hidden="true" className={`flex-none ${className}`}>
    <circle cx="32" cy="32" r="30" className="fill-sun" />
    <g className="fill-ink">
      <path d="M6.75 48.15C14 47 23 46.7 33 47.4C42 48.05 50 48 57.8 47.3A30 30 0 0 1 6.75 48.15Z" />
      <path d="M30.2 48.5C30.6 42.5 30.2 39.5 27.6 35.6C24.8 31.4 20.6 28.6 15.4 26.4L16.2 25.4C22.4 27.4 27 30.2 29.8 34C30.4 31 30 28 28.6 24.6L30 24.2C31.8 27.8 32.6 31.4 32.4 35.2C34.6 30.6 39 27.2 47 24.8L47.8 25.8C40.6 28.6 36.4 32.4 34.8 37.6C33.8 41 33.8 44.4 34.6 48.5Z" />
      <path d="M5.5 26.8C7.6 23.6 11.6 21.9 16 21.6C18.4 18.4 24.4 16.4 31.4 16.3C39 16.2 45.6 18.1 48.4 21.2C53 21.5 57.2 23.2 59.4 26.3C55.6 25.2 51.8 25.1 48 25.9C44.6 26.8 40.6 26.9 37 26C33.2 27.3 28.6 27.4 24.8 26.2C21.4 27.1 18 27.2 14.8 26.4C11.6 25.7 8.4 25.8 5.5 26.8Z" />
    </g>
  </svg>
)

export const Wordmark = () => (
  <span className="type-wordmark inline-flex items-center gap-3 whitespace-nowrap">
    <Mark className="size-8.5" />
    {BRAND}
  </span>
)
