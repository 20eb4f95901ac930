import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { galleryPicture } from '#app/site/gallery.server'
import { sharedWhole } from '#app/site/picture'
import { ButtonLink } from '#app/ui/button'
import { DownIcon } from '#app/ui/icons'
import { TextLink } from '#app/ui/link'
import { pageHead } from '#app/ui/page-head'
import { Picture } from '#app/ui/picture'
import { useToursPath } from '#app/ui/shell/page-handle'

/** One picture as a page: where a thumbnail leads without scripts, in a new tab, or from a search engine. */
export function loader({ params }: LoaderFunctionArgs) {
  const found = galleryPicture(params.slug ?? '')
  if (!found) throw data(null, { status: 404 })
  return { ...found, previous: found.previous.slug, next: found.next.slug }
}

export const meta: MetaFunction<typeof loader> = ({ data: shown, params, matches }) =>
  pageHead({
    matches,
    title: shown?.picture.title ?? 'Page Not Found',
    description: shown
      ? [shown.picture.alt, shown.picture.place]
          .filter(Boolean)
          .map((part) => `${part}.`)
          .join(' ')
      : 'There is no picture at this address.',
    path: `/gallery/${params.slug}`,
    picture: shown && sharedWhole(shown.picture),
    noindex: !shown,
  })

export default function GalleryPicturePage() {
  const { picture, number, total, previous, next } = useLoaderData<typeof loader>()
  return (
    <article
      className="viewed pt-8 pb-16 md:pt-10 md:pb-24"
      style={{ '--shape': picture.width / picture.height }}
    >
      <div className="overflow-hidden rounded-card bg-sand">
        <Picture
          key={picture.slug}
          picture={picture}
          sizes="(width >= 80rem) 74rem, 95vw"
          priority
          className="w-full"
        />
      </div>
      <div className="mt-6 flex flex-wrap items-end justify-between gap-x-10 gap-y-6">
        <header>
          <h1 className="type-h2">{picture.title}</h1>
          <p className="mt-2 text-ink-soft">{picture.place}</p>
        </header>
        <nav
          aria-label="Pictures"
          className="flex flex-wrap items-center gap-3.5 max-sm:w-full max-sm:*:grow"
        >
          <p className="mr-2 text-sm text-ink-soft tabular-nums max-sm:basis-full">
            {number} of {total}
          </p>
          <ButtonLink to={`/gallery/${previous}`} rel="prev" tone="outline">
            <DownIcon className="size-4 rotate-90" />
            Previous
          </ButtonLink>
          <ButtonLink to={`/gallery/${next}`} rel="next" tone="outline">
            Next
            <DownIcon className="size-4 -rotate-90" />
          </ButtonLink>
        </nav>
      </div>
      <p className="mt-8 flex flex-wrap gap-x-8 gap-y-3 border-line border-t pt-6">
        <TextLink to="/gallery">Back to the gallery</TextLink>
        <TextLink to={useToursPath()}>See our next journey</TextLink>
      </p>
    </article>
  )
}
