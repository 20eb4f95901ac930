import { useId } from 'react'

type Props = { file: string; label: string; className?: string }

/** A sound with the browser's own player. Nothing of it is fetched until somebody plays it. */
export function Sound({ file, label, className = '' }: Props) {
  const id = useId()
  return (
    <div className={`flex items-center gap-4 ${className}`}>
      <p id={id} className="flex-none text-balance font-semibold text-sm leading-snug max-sm:w-32">
        {label}
      </p>
      {/* biome-ignore lint/a11y/useMediaCaption: it is music */}
      <audio
        controls
        preload="none"
        src={`/sounds/${file}`}
        aria-labelledby={id}
        className="h-11 w-full min-w-0 max-w-md"
      />
    </div>
  )
}
