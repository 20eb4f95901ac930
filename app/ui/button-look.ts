export type ButtonTone = 'umber' | 'sun' | 'outline' | 'ghost' | 'danger' | 'bare'

/**
 * umber: the action on light ground. sun: the one action on a dark ground. ghost: the second one on a picture.
 * bare: an outline in the colour of the words around it.
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
