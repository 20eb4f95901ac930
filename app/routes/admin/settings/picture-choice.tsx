import type { PictureFiles } from '#app/site/picture'
import { FieldError } from '#app/ui/field'
import { Picture } from '#app/ui/picture'

type Props = {
  pictures: { address: string; title: string; picture: PictureFiles }[]
  name: string
  label?: string
  chosen: string | undefined
  errors?: string[]
  className?: string
}

/** One of the site's pictures: radio buttons that show what they stand for, cut as the card will cut it. */
export function PictureChoice({ pictures, name, label = 'Picture', chosen, errors, className }: Props) {
  const errorId = `${name}-error`
  return (
    <fieldset className={className} aria-describedby={errors ? errorId : undefined}>
      <legend className="mb-2 text-xs font-semibold">{label}</legend>
      <div className="grid max-h-96 grid-cols-3 gap-2.5 overflow-y-auto rounded-field border border-field p-2.5 sm:grid-cols-5">
        {pictures.map(({ address, title, picture }) => (
          <label
            key={address}
            className="relative block cursor-pointer overflow-hidden rounded-badge border-2 border-transparent has-checked:border-umber has-focus-visible:outline-3 has-focus-visible:outline-lagoon"
          >
            <input
              type="radio"
              name={name}
              value={address}
              defaultChecked={address === chosen}
              required
              className="absolute top-2 left-2 z-1 size-5 accent-umber"
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
      <FieldError id={errorId} message={errors?.[0]} />
      <p className="mt-1.5 text-admin-soft text-xs">
        Photographs of your own appear here once they are in the gallery.
      </p>
    </fieldset>
  )
}
