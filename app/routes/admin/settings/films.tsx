import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { FILM_UPLOAD_PATH, FILMS_AT_MOST } from '#app/site/films'
import { filmSize, shownOn, uploadedFilms } from '#app/site/gallery.server'
import { pagesShowing } from '#app/site/page-words.server'
import { filmIsThere } from '#app/site/save-film.server'
import { AdminHeading, AdminLink, adminHead, EmptyState } from '#app/ui/admin/admin-parts'
import { Badge } from '#app/ui/badge'
import { Link } from '#app/ui/link'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see content')
  return uploadedFilms().map(({ id, slug, title, bytes }) => ({
    id,
    title,
    size: filmSize(bytes),
    shownOn: shownOn(pagesShowing(slug)),
    isMissing: !filmIsThere(slug),
  }))
}

export const meta = () => adminHead('Films')

export default function FilmsPage() {
  const films = useLoaderData<typeof loader>()
  return (
    <>
      <AdminHeading
        title="Films"
        lead={`Your own films, ${FILMS_AT_MOST} at most. Choose under Pages where they are shown.`}
      >
        <AdminLink to={FILM_UPLOAD_PATH} tone="main">
          Upload film
        </AdminLink>
      </AdminHeading>
      {films.length === 0 ? (
        <EmptyState title="No films of your own yet">
          The films painted for the site are under Pages.
        </EmptyState>
      ) : (
        <ul className="admin-rows">
          {films.map(({ id, title, size, shownOn, isMissing }) => (
            <li key={id} className="px-4 py-3 [overflow-wrap:anywhere]">
              <Link
                to={`/admin/settings/films/${id}`}
                className="font-semibold text-umber underline underline-offset-3 hover:text-umber-deep"
                dir="auto"
              >
                {title}
              </Link>
              <p className="mt-0.5 text-admin-soft text-xs">
                {size} · {shownOn}
              </p>
              {isMissing && <Badge tone="failed">Its file is missing: remove it and upload it again</Badge>}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
