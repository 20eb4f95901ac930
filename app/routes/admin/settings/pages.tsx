import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { PAGES } from '#app/site/page-words'
import { AdminHeading, AdminLink, adminHead } from '#app/ui/admin/admin-parts'
import { Link } from '#app/ui/link'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see content')
  return Object.entries(PAGES).map(([page, { name, path, groups }]) => ({
    name,
    path,
    to: `/admin/settings/pages/${page}`,
    parts: groups.map(({ title }) => title).join(', '),
  }))
}

export const meta = () => adminHead('Pages')

/** The pages whose words, pictures and films are not edited elsewhere under Settings. */
export default function PagesPage() {
  const pages = useLoaderData<typeof loader>()
  return (
    <>
      <AdminHeading title="Pages" lead="The words, pictures and films of each page." />
      <ul className="admin-rows">
        {pages.map(({ name, path, to, parts }) => (
          <li key={to} className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3">
            <div className="min-w-0 flex-[1_1_16rem]">
              <Link to={to} className="font-semibold underline-offset-4 hover:underline">
                {name}
              </Link>
              <p className="mt-0.5 text-admin-soft text-xs">{parts}</p>
            </div>
            <div className="flex gap-2.5">
              <AdminLink to={path} aria-label={`View ${name}`}>
                View
              </AdminLink>
              <AdminLink to={to} aria-label={`Edit ${name}`}>
                Edit
              </AdminLink>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
