import { type AriaRole, type ComponentProps, forwardRef, type ReactNode, useEffect, useRef } from 'react'
import { BangIcon, CheckIcon, ClockIcon, InfoIcon } from './icons'

type NoticeTone = 'info' | 'success' | 'wait' | 'danger'

const TONES: Record<NoticeTone, { ground: string; disc: string; Icon: typeof CheckIcon }> = {
  info: { ground: 'bg-info-fill text-info', disc: 'bg-lagoon', Icon: InfoIcon },
  success: { ground: 'bg-success-fill text-success', disc: 'bg-acacia', Icon: CheckIcon },
  wait: { ground: 'bg-wait-fill text-wait', disc: 'bg-wait', Icon: ClockIcon },
  danger: { ground: 'bg-failed-fill text-failed', disc: 'bg-danger', Icon: BangIcon },
}

type Props = {
  tone: NoticeTone
  title: string
  children?: ReactNode
  actions?: ReactNode
  /** 'alert' for a new refusal, 'status' for good news; none for what is there all along. */
  role?: AriaRole
  id?: string
  tabIndex?: number
  /** For the page without scripts: it is scrolled to. */
  autoFocus?: boolean
  className?: string
}

/** Something the reader should know, in the page's flow. Takes focus when given `tabIndex={-1}` and a ref. */
export const Notice = forwardRef<HTMLDivElement, Props>(function Notice(
  { tone, title, children, actions, className = '', ...rest },
  ref,
) {
  const { ground, disc, Icon } = TONES[tone]
  return (
    <div ref={ref} {...rest} className={`flex gap-3.5 rounded-card p-4.5 ${ground} ${className}`}>
      <span className={`mt-0.5 grid size-6.5 flex-none place-items-center rounded-full text-white ${disc}`}>
        <Icon className="size-4" />
      </span>
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        {children && <div className="mt-0.5 text-sm text-ink">{children}</div>}
        {actions && <div className="mt-3.5 flex flex-wrap items-center gap-3">{actions}</div>}
      </div>
    </div>
  )
})

/** A notice that takes focus as it arrives: the pressed button is gone, or far away. */
export function ArrivedNotice(props: Omit<ComponentProps<typeof Notice>, 'ref' | 'tabIndex'>) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return <Notice ref={place} tabIndex={-1} {...props} />
}

/** Stands on every page about a payment while the card provider's key is not a live one. */
export const TestModeStrip = () => (
  <aside aria-label="Test mode" className="bg-wait-fill px-(--gutter) py-2.5 text-center print:hidden">
    <p className="text-sm font-medium text-wait">Test mode: no real money moves. Use a test card.</p>
  </aside>
)
