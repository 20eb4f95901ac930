import type { ButtonHTMLAttributes } from 'react'
import { type ButtonTone, buttonLook } from './button-look'
import { Spinner } from './spinner'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  tone?: ButtonTone
  /** Waiting for an answer: the label becomes `busyLabel`, the width stays, a second press does nothing. */
  busy?: boolean
  busyLabel?: string
}

export function Button({
  tone = 'umber',
  busy = false,
  busyLabel,
  disabled,
  className,
  children,
  ...rest
}: Props) {
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
