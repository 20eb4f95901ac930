import type { LinkProps } from '@remix-run/react'
import type { ButtonHTMLAttributes } from 'react'
import { Link } from './link'

type ButtonTone = 'umber' | 'sun' | 'outline' | 'ghost' | 'danger' | 'bare'

/**
 * umber: the action on light ground. sun: the one action on a dark ground. ghost: the second one on a
 * picture. bare: an outline in the color of the words around it.
 */
const TONES: Record<ButtonTone, string> = {
  umber: 'border-transparent bg-umber text-paper hover:bg-umber-deep active:bg-umber-deep',
  sun: 'border-transparent bg-sun text-ink hover:bg-sun-light active:bg-sun-light',
  outline: 'border-umber text-umber hover:bg-umber hover:text-paper active:bg-umber-deep',
  ghost: 'border-paper/70 bg-scrim/58 text-paper hover:bg-scrim/80 hover:border-paper',
  bare: 'border-current/65 hover:border-current hover:bg-current/10',
  danger: 'border-danger text-danger hover:bg-danger hover:text-paper',
}

const SHAPE =
  'inline-flex min-h-13 items-center justify-center gap-2.5 rounded-full border px-6.5 py-3 text-center text-control font-semibold leading-tight no-underline transition-[color,background-color,border-color] disabled:cursor-default disabled:aria-[busy=false]:opacity-55'

export const buttonLook = (tone: ButtonTone, className = '') => `${SHAPE} ${TONES[tone]} ${className}`

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  tone?: ButtonTone
  /** Waiting for an answer: the label becomes `busyLabel`, the width stays, a second press does nothing. */
  busy?: boolean
  busyLabel?: string
}

export function Button(props: Props) {
  const { tone = 'umber', busy = false, busyLabel, disabled, className, children, ...rest } = props
  return (
    <button
      type="submit"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy}
      className={buttonLook(tone, className)}
    >
      {busyLabel ? <TwoLabels busy={busy} busyLabel={busyLabel} label={children} /> : children}
    </button>
  )
}

/** Both labels lie in one grid cell, so that the button is always as wide as the wider one. */
function TwoLabels({ busy, busyLabel, label }: { busy: boolean; busyLabel: string; label: React.ReactNode }) {
  return (
    <span className="grid place-items-center *:col-start-1 *:row-start-1">
      <span className={busy ? 'invisible' : 'inline-flex items-center gap-2.5'}>{label}</span>
      <span className={busy ? 'inline-flex items-center gap-2.5' : 'invisible inline-flex gap-2.5'}>
        <Spinner />
        {busyLabel}
      </span>
    </span>
  )
}

/** A link that looks like a button: it goes somewhere, where a button does something. */
export function ButtonLink({ tone = 'umber', className, ...rest }: LinkProps & { tone?: ButtonTone }) {
  return <Link {...rest} className={buttonLook(tone, className)} />
}

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
