export type DeskButtonTone = 'main' | 'plain' | 'danger'

/** main: the one action of the screen. plain: the others. danger: what cannot be undone. */
const TONES: Record<DeskButtonTone, string> = {
  main: 'border-transparent bg-umber text-paper hover:bg-umber-deep',
  plain: 'border-field bg-white text-ink hover:border-umber hover:bg-desk-head',
  danger: 'border-danger bg-white text-danger hover:bg-danger hover:text-paper',
}

/** The look of a button or link of the staff area: `className={deskButton('main')}`. */
export const deskButton = (tone: DeskButtonTone = 'plain', className = '') =>
  `inline-flex min-h-11 items-center justify-center gap-2 rounded-field border px-4 py-2 text-xs font-semibold leading-tight no-underline transition-colors disabled:opacity-55 ${TONES[tone]} ${className}`
