import type { HungPicture } from '#app/site/gallery/gallery.server'
import { adminButton } from '#app/ui/admin/admin-parts'
import { MoveButtons, type Moving } from '#app/ui/admin/move-buttons'
import { Badge } from '#app/ui/badge'
import { Link } from '#app/ui/link'
import { Picture } from '#app/ui/picture'

type Props = {
  picture: HungPicture & { isMissing: boolean }
  number: number
  isLast: boolean
  moving: Moving
}

/** One picture of the wall with its place in the order. */
export const GalleryCard = ({ picture, number, isLast, moving }: Props) => (
  <li
    id={`row-${picture.id}`}
    className="flex scroll-mt-24 overflow-hidden rounded-field border border-admin-line bg-white sm:flex-col"
  >
    <div className="w-28 flex-none bg-sand sm:aspect-3/2 sm:w-auto">
      <Picture picture={{ ...picture, alt: '' }} sizes="20rem" className="size-full" />
    </div>
    <div className="flex min-w-0 flex-1 flex-col gap-3 p-3">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="font-semibold text-xs" dir="auto">
          <span className="font-normal text-admin-soft">{number}.</span> {picture.title}
        </p>
        {picture.place && <p className="text-2xs text-admin-soft">{picture.place}</p>}
        {picture.isMissing ? (
          <p className="mt-1.5">
            <Badge tone="failed">Its files are missing: remove it and upload it again</Badge>
          </p>
        ) : (
          picture.isUploaded && (
            <p className="mt-1.5">
              <Badge tone="info">Your photograph</Badge>
            </p>
          )
        )}
      </div>
      <div className="mt-auto flex flex-wrap justify-between gap-2">
        <MoveButtons
          id={picture.id}
          name={picture.title}
          isFirst={number === 1}
          isLast={isLast}
          moving={moving}
        />
        <Link
          to={`/admin/settings/gallery/${picture.id}`}
          aria-label={`Edit ${picture.title}`}
          className={adminButton('plain')}
        >
          Edit
        </Link>
      </div>
    </div>
  </li>
)
