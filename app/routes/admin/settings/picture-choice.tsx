import { type RefObject, useEffect, useRef, useState } from 'react'
import type { PictureFiles } from '#app/site/picture'
import { FieldError } from '#app/ui/field'
import { Picture } from '#app/ui/picture'
import { PhotoUploads } from './photo-uploads'

export type PicturesToChoose = { address: string; title: string; picture: PictureFiles }[]

type Props = {
  pictures: PicturesToChoose
  name: string
  label?: string
  hint?: string | undefined
  /** What stands there before one is chosen, where none may be. */
  none?: string | undefined
  /** Folded, though one has to be chosen. */
  isFolded?: boolean
  chosen: string | undefined
  errors?: string[] | undefined
  className?: string | undefined
}

/**
 * One of the site's pictures: radio buttons that show each picture, cropped as a card will crop it, the
 * current one first. Where none may be chosen the choice is folded as well: a form may have several.
 */
export function PictureChoice({ none, isFolded = none !== undefined, ...props }: Props) {
  const { pictures, name, label = 'Picture', hint, chosen, errors, className } = props
  const errorId = `${name}-error`
  const [picked, setPicked] = useState(chosen)
  const current = pictures.find(({ address }) => address === chosen)
  const others = pictures.filter((one) => one !== current)
  const shown = pictures.find(({ address }) => address === picked)
  const grid = useRef<HTMLDivElement>(null)
  const uploaded = useUploaded(pictures, grid)
  const choice = (
    <>
      <div
        ref={grid}
        className="grid max-h-96 grid-cols-3 gap-2.5 overflow-y-auto rounded-field border border-field p-2.5 sm:grid-cols-5"
      >
        {none !== undefined && (
          <label className={CHOICE}>
            <input type="radio" name={name} value="" defaultChecked={!current} className={RADIO} />
            <span className="grid aspect-4/5 w-full place-items-center rounded-badge border border-field border-dashed p-2 text-center text-2xs">
              {none}
            </span>
          </label>
        )}
        {(current ? [current, ...others] : others).map(({ address, title, picture }) => (
          <label key={address} className={CHOICE}>
            <input
              type="radio"
              name={name}
              value={address}
              defaultChecked={address === chosen}
              required={none === undefined}
              className={RADIO}
            />
            <Picture
              picture={{ ...picture, alt: '' }}
              sizes="20rem"
              className="aspect-4/5 w-full rounded-badge"
            />
            <span className="block px-1 py-1.5 text-2xs leading-snug">{title}</span>
          </label>
        ))}
      </div>
      <PhotoUploads isHung={false} onUploaded={uploaded} />
    </>
  )
  return (
    <fieldset
      className={className}
      aria-describedby={errors ? errorId : undefined}
      onChange={({ target }) =>
        target instanceof HTMLInputElement && target.name === name && setPicked(target.value)
      }
    >
      <legend className="mb-2 text-xs font-semibold">{label}</legend>
      {isFolded ? (
        <details open={errors !== undefined}>
          <summary className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
            {shown && (
              <Picture
                picture={{ ...shown.picture, alt: '' }}
                sizes="6rem"
                className="aspect-4/5 w-10 rounded-badge"
              />
            )}
            <span className="underline underline-offset-4">
              {shown ? `${shown.title}: choose another` : `${none ?? 'No picture'}: choose one`}
            </span>
          </summary>
          <div className="mt-2">{choice}</div>
        </details>
      ) : (
        choice
      )}
      <FieldError id={errorId} message={errors?.[0]} />
      {hint && <p className="mt-1.5 text-admin-soft text-xs">{hint}</p>}
    </fieldset>
  )
}

const CHOICE =
  'relative block cursor-pointer overflow-hidden rounded-badge border-2 border-transparent has-checked:border-umber has-focus-visible:outline-3 has-focus-visible:outline-lagoon'
const RADIO = 'absolute top-2 left-2 z-1 size-5 accent-umber'

/**
 * Chooses the photographs that came since `uploaded` was called: the first here, the others in the empty
 * places that follow, as a lodge has them.
 */
function useUploaded(pictures: PicturesToChoose, grid: RefObject<HTMLDivElement | null>) {
  const known = useRef<Set<string> | null>(null)
  useEffect(() => {
    const before = known.current
    const came = pictures.filter(({ address }) => !before?.has(address))
    const own = grid.current?.querySelector<HTMLInputElement>('input[type=radio]')
    if (!before || came.length === 0 || !own) return
    known.current = null
    for (const [at, name] of [own.name, ...emptyAfter(own)].entries()) {
      const address = came[at]?.address
      own.form?.querySelector<HTMLInputElement>(`input[name="${name}"][value="${address}"]`)?.click()
    }
    grid.current?.querySelector('label:has(:checked)')?.scrollIntoView({ block: 'nearest' })
  }, [pictures, grid])
  return () => {
    known.current = new Set(pictures.map(({ address }) => address))
  }
}

/** The names of the empty places that follow one of several, such as `picture2` and `picture3`. */
function emptyAfter({ form, name }: HTMLInputElement): string[] {
  const [, kind = '', number] = /^([a-z]*)(\d+)$/i.exec(name) ?? []
  if (!number) return []
  const empty = form?.querySelectorAll<HTMLInputElement>('input[type=radio][value=""]:checked') ?? []
  return [...empty]
    .map((place) => place.name)
    .filter((other) => other.startsWith(kind) && Number(other.slice(kind.length)) > Number(number))
}
