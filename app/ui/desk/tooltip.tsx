import { type ReactNode, useEffect, useRef } from 'react'
import { offerTooltip } from './offer-tooltip'

type Props = { text: string; children: ReactNode }

/**
 * The word for a sign that has none beside it (rules 10.12). The sign keeps a label of its own, which screen readers read;
 * without scripts that is all there is.
 */
export function Tooltip({ text, children }: Props) {
  const around = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const [sign, box] = around.current?.children ?? []
    if (sign instanceof HTMLElement && box instanceof HTMLElement) return offerTooltip(sign, box)
  }, [])
  return (
    <span ref={around} className="contents">
      {children}
      <span role="tooltip" {...POPOVER} className="desk-tooltip">
        <span>{text}</span>
      </span>
    </span>
  )
}

/** React 18 writes the attribute, and its types do not know it. */
const POPOVER = { popover: 'manual' }
