import type { MetaFunction } from '@remix-run/node'
import { ButtonLink } from '#app/ui/button-link'
import acaciaDusk from '#app/ui/landscapes/acacia-dusk.svg?url'
import { pageHead } from '#app/ui/page-head'
import { PageHeading } from '#app/ui/page-heading'

export const meta: MetaFunction = ({ matches }) =>
  pageHead({
    matches,
    title: 'Gallery',
    description: 'Pictures from our journeys in Kenya and Tanzania.',
    path: '/gallery',
  })

export default function GalleryPage() {
  return (
    <div className="wrap pb-16 md:pb-24">
      <PageHeading title="Gallery" lead="Pictures from the road, in Kenya and Tanzania." />
      <div className="grid items-center gap-x-14 gap-y-9 md:grid-cols-2">
        <img
          src={acaciaDusk}
          alt="A lone acacia before a low red sun"
          width={800}
          height={1000}
          className="aspect-4/5 w-full rounded-card object-cover"
        />
        <div>
          <h2 className="type-h2">We are still hanging the pictures</h2>
          <p className="type-lead mt-4 text-ink-soft">
            The first ones will be here soon. Until then, the words will have to do: start with the twelve
            days of the 2Step Safari.
          </p>
          <ButtonLink to="/texascountrysafari" className="mt-7">
            See the itinerary
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}
