import type { ReactNode } from 'react'
import { BangIcon, CheckIcon, InfoIcon } from '#app/ui/icons'
import type { ToastTone } from './toast-message'

const TONES: Record<ToastTone, { disc: string; Icon: typeof CheckIcon }> = {
  success: { disc: 'bg-acacia', Icon: CheckIcon },
  failure: { disc: 'bg-danger', Icon: BangIcon },
  info: { disc: 'bg-lagoon', Icon: InfoIcon },
}

export const TOAST_LOOK =
  'on-light pointer-events-auto flex items-start gap-3.5 rounded-[12px] bg-white px-4.5 py-4 text-sm shadow-float'

/** The round sign and the words of a toast; `close` is its button, where it has one. */
export function ToastCard({
  tone,
  children,
  close,
}: {
  tone: ToastTone
  children: ReactNode
  close?: ReactNode
}) {
  const { disc, Icon } = TONES[tone]
  return (
    <>
      <span className={`mt-0.5 grid size-6.5 flex-none place-items-center rounded-full text-paper ${disc}`}>
        <Icon className="size-4" />
      </span>
      <div className="min-w-0 flex-1">{children}</div>
      {close}
    </>
  )
}
