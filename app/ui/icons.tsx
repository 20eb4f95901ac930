import type { ReactNode } from 'react'

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

export const AlertIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="10" cy="10" r="8.2" fill="currentColor" stroke="none" />
    <path d="M10 5.6v5.2M10 14.1v.1" stroke="white" strokeWidth="2" />
  </Icon>
)

export const CheckIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m4 10.6 4 4 8-9" />
  </Icon>
)

export const InfoIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M10 9.2v5M10 5.8v.1" strokeWidth="2" />
  </Icon>
)

export const BangIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M10 5.4v5.4M10 14.2v.1" strokeWidth="2" />
  </Icon>
)

export const ClockIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M10 5.5V10l3 2" />
  </Icon>
)

export const DownIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m4.5 7.5 5.5 5.5 5.5-5.5" />
  </Icon>
)

export const CloseIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m4.5 4.5 11 11M15.5 4.5l-11 11" />
  </Icon>
)

export const StarIcon = (props: IconProps) => (
  <Icon {...props}>
    <path
      d="m10 2.4 2.35 4.9 5.25.7-3.85 3.7.95 5.3L10 14.4 5.3 17l.95-5.3L2.4 8l5.25-.7z"
      strokeWidth="1.3"
    />
  </Icon>
)

export const PlayIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M5.5 3.2v13.6L16.5 10z" fill="currentColor" stroke="none" />
  </Icon>
)
