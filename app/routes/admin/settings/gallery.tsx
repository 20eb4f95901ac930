import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { now } from '#app/platform/clock.server'
import { counted } from '#app/platform/words'
import { readForm } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { type PictureWithId, picturesWithIds } from '#app/site/gallery.server'
import { photoIsThere } from '#app/site/photo-files.server'
import { addPaintedPicture, movePicture, unusedPaintings } from '#app/site/save-picture.server'
import { stayOnFailure } from '#app/ui/admin/admin-form'
import {
  AdminHeading,
  AdminLink,
  AdminPanel,
  adminButton,
  adminHead,
  EmptyState,
} from '#app/ui/admin/admin-parts'
import { Badge } from '#app/ui/badge'
import { Link } from '#app/ui/link'
import { Picture } from '#app/ui/picture'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { MoveButtons, type Moving, useMoving } from './editable-list'
import { moveRow } from './list-answers.server'
import { PhotoUploads } from './photo-uploads'

const PAGE = '/admin/settings/gallery'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see content')
  const pictures = picturesWithIds()
  return {
    pictures: pictures.map((picture) => ({
      ...picture,
      isMissing: picture.fileName !== null && !photoIsThere(picture.fileName, picture.widths),
    })),
    unused: unusedPaintings(pictures),
  }
}

/** Moves a picture one place up or down, or adds one of the painted ones again. */
export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change content')
  const form = await readForm(request, ['id', 'move', 'hang'])
  const painted = form.get('hang')
  if (typeof painted === 'string') {
    addPaintedPicture(painted, staff, now())
    const description = 'Added to the end of the gallery.'
    return redirectWithToast(PAGE, { tone: 'success', title: 'Picture added', description })
  }
  return moveRow(form, PAGE, staff, movePicture)
}

export const clientAction = stayOnFailure((sent) => ({
  title: sent.has('hang') ? 'Failed to add the picture' : 'Failed to move the picture',
}))

export const meta = () => adminHead('Gallery')

/** Where pictures are chosen, beside stories and experiences. */
const PLACES = [
  { name: 'Home', path: '/admin/settings/pages/home' },
  { name: 'Each journey, its band, rooms and trip book', path: '/admin/settings/pages' },
  { name: 'Lodges', path: '/admin/settings/lodges' },
  { name: 'Days of a departure', path: '/admin/departures' },
  { name: 'Portrait of the guide', path: '/admin/settings' },
]

export default function GalleryPage() {
  const { pictures, unused } = useLoaderData<typeof loader>()
  const moving = useMoving(pictures.map(({ id }) => id))
  return (
    <>
      <AdminHeading
        title="Gallery"
        lead={`${counted(pictures.length, 'picture')}, in the order of the gallery, which shows every fifth one large, from the first.`}
      />
      <p className="mb-3 flex flex-wrap items-center gap-x-4 text-admin-soft text-sm">
        All of them can be chosen where guests see them:
        {PLACES.map(({ name, path }) => (
          <Link
            key={path}
            to={path}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {name}
          </Link>
        ))}
      </p>
      <div className="mb-5">
        <PhotoUploads isHung />
      </div>
      {pictures.length === 0 ? (
        <EmptyState title="The gallery is empty">
          Upload the first photograph, or add a painted one.
        </EmptyState>
      ) : (
        <ol className="grid gap-3 sm:grid-cols-2 md:grid-cols-3 xl:grid-cols-5">
          {pictures.map((picture, index) => (
            <GalleryCard key={picture.id} picture={picture} number={index + 1} moving={moving} />
          ))}
        </ol>
      )}
      <p role="status" className="sr-only">
        {moving.place}
      </p>
      {unused.length > 0 && (
        <AdminPanel title="Painted pictures not in the gallery" className="mt-8 p-5">
          <ul className="grid gap-x-6 sm:grid-cols-2">
            {unused.map(({ slug, title }) => (
              <li key={slug} className="flex items-center justify-between gap-3 py-1.5">
                {title}
                <Form method="post" preventScrollReset>
                  <button
                    type="submit"
                    name="hang"
                    value={slug}
                    aria-label={`Add ${title}`}
                    className={adminButton('plain')}
                  >
                    Add
                  </button>
                </Form>
              </li>
            ))}
          </ul>
        </AdminPanel>
      )}
    </>
  )
}

type Props = {
  picture: PictureWithId & { isMissing: boolean }
  number: number
  moving: Moving
}

/** One picture of the gallery with its place in the order. */
const GalleryCard = ({ picture, number, moving }: Props) => (
  <li
    id={`row-${picture.id}`}
    className="flex scroll-mt-24 overflow-hidden rounded-field border border-admin-line bg-white sm:flex-col"
  >
    <div className="w-28 flex-none overflow-hidden bg-sand sm:aspect-3/2 sm:w-auto">
      <Picture picture={{ ...picture, alt: '' }} sizes="20rem" className="size-full" />
    </div>
    <div className="flex min-w-0 flex-1 flex-col gap-3 p-3">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="font-semibold text-xs" dir="auto">
          <span className="font-normal text-admin-soft">{number}.</span> {picture.title}
        </p>
        {picture.place && <p className="text-2xs text-admin-soft">{picture.place}</p>}
        {!picture.isHung && (
          <p className="mt-1.5">
            <Badge tone="wait">Not in the gallery</Badge>
          </p>
        )}
        {picture.isUploaded && (
          <p className="mt-1.5">
            {picture.isMissing ? (
              <Badge tone="failed">Its files are missing: choose its file again</Badge>
            ) : (
              <Badge tone="info">Your photograph</Badge>
            )}
          </p>
        )}
      </div>
      <div className="mt-auto flex flex-wrap justify-between gap-2">
        <MoveButtons id={picture.id} name={picture.title} moving={moving} />
        <AdminLink to={`/admin/settings/gallery/${picture.id}`} aria-label={`Edit ${picture.title}`}>
          Edit
        </AdminLink>
      </div>
    </div>
  </li>
)
