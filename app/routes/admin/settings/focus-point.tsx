import { type MouseEvent, useEffect, useState } from 'react'
import type { PictureFiles } from '#app/site/picture'
import { Picture } from '#app/ui/picture'

/** The shapes in which pages cut a picture. */
const CUTS = [
  { name: 'Cards', look: 'aspect-4/5 h-40' },
  { name: 'Wide', look: 'aspect-16/9 h-40' },
  { name: 'A phone’s first screen', look: 'aspect-9/19 h-40' },
]

type Props = { picture: PictureFiles; form: string }

const inputsIn = (form: string) => {
  const elements = (document.getElementById(form) as HTMLFormElement | null)?.elements
  const named = (name: string) => elements?.namedItem(name) as HTMLInputElement | null
  return [named('focusX'), named('focusY')] as const
}

/**
 * The whole picture with the point that no cut may lose, and the cuts that pages make of it. A press on the
 * picture moves the form's two sliders, which do the same by keyboard and without scripts.
 */
export function FocusPoint({ picture, form }: Props) {
  const [focus, setFocus] = useState(picture.focus)

  useEffect(() => {
    const read = () => {
      const [x, y] = inputsIn(form)
      if (x && y) setFocus({ x: Number(x.value) / 100, y: Number(y.value) / 100 })
    }
    const element = document.getElementById(form)
    element?.addEventListener('input', read)
    return () => element?.removeEventListener('input', read)
  }, [form])

  function place({ currentTarget, clientX, clientY }: MouseEvent) {
    const box = currentTarget.getBoundingClientRect()
    const shares = [(clientX - box.left) / box.width, (clientY - box.top) / box.height]
    for (const [at, input] of inputsIn(form).entries()) {
      if (!input) continue
      input.value = String(Math.round(100 * (shares[at] ?? 0.5)))
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }

  return (
    <div className="mb-5 grid gap-4">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the sliders below do the same by keyboard */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div onClick={place} className="relative w-fit max-w-full cursor-crosshair">
        <Picture
          picture={picture}
          sizes="36rem"
          className="h-auto max-h-96 w-auto max-w-full rounded-field"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute size-9 -translate-1/2 rounded-full border-3 border-paper bg-umber/40 shadow-card outline-2 outline-ink"
          style={{ left: `${100 * focus.x}%`, top: `${100 * focus.y}%` }}
        />
      </div>
      <p className="text-admin-soft text-xs">
        Press what must stay in sight: a face, an animal, the sun. This is how pages cut it:
      </p>
      <ul className="flex flex-wrap gap-4">
        {CUTS.map(({ name, look }) => (
          <li key={name}>
            <div className={`overflow-hidden rounded-field bg-sand ${look}`}>
              <Picture picture={{ ...picture, alt: '', focus }} sizes="24rem" className="size-full" />
            </div>
            <p className="mt-1 text-admin-soft text-xs">{name}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}
