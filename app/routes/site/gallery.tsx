import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { today } from '#app/platform/clock.server'
import { inWords } from '#app/platform/words'
import { galleryPictures, painted } from '#app/site/gallery.server'
import { dayCount } from '#app/tours/departure'
import { departureOnOffer } from '#app/tours/departures.server'
import { tourIn } from '#app/tours/tours.server'
import { ButtonLink } from '#app/ui/button'
import { pageHead } from '#app/ui/page-head'
import { PageHeading } from '#app/ui/panel'
import { Picture } from '#app/ui/picture'
import { useToursPath } from '#app/ui/shell/page-handle'
import { GalleryWall } from './gallery-wall'

export function loader() {
  const pictures = galleryPictures()
  const hasPhotographs = pictures.some(({ isUploaded }) => isUploaded)
  return { pictures, hasPhotographs, instead: pictures.length === 0 ? nothingYet() : null }
}

export const meta: MetaFunction<typeof loader> = ({ data: shown, matches }) =>
  pageHead({
    matches,
    title: 'Gallery',
    description: `${shown?.hasPhotographs ? 'Photographs and prints' : 'Our prints'} of Kenya and Tanzania: elephants below Kilimanjaro, the great herds of the Mara, dhows off the Swahili coast.`,
    path: '/gallery',
  })

export default function GalleryPage() {
  const toursPath = useToursPath()
  const { pictures, hasPhotographs, instead } = useLoaderData<typeof loader>()
  return (
    <div className="pb-16 md:pb-24">
      <PageHeading
        title="Gallery"
        lead={`Kenya and Tanzania from the road: first light, noon, the last fire of the evening. ${hasPhotographs ? WITH_PHOTOGRAPHS : PRINTS}`}
        className="wrap"
      />
      {!instead && (
        <p className="wrap -mt-3 mb-9">
          <ButtonLink to={toursPath} tone="outline">
            See the journey that goes there
          </ButtonLink>
        </p>
      )}
      {instead ? <NothingYet {...instead} /> : <GalleryWall pictures={pictures} />}
    </div>
  )
}

const PRINTS = 'These are our own prints, drawn for the journeys.'
const WITH_PHOTOGRAPHS = 'Photographs from our journeys, and our own prints.'

const nothingYet = () => ({
  picture: painted('lion-kopje'),
  tourDays: inWords(dayCount(departureOnOffer(today()))),
  tour: tourIn(departureOnOffer(today()).tourId).shortName,
})

const NothingYet = ({ picture, tourDays, tour }: ReturnType<typeof nothingYet>) => (
  <div className="wrap grid items-center gap-x-14 gap-y-9 md:grid-cols-2">
    <div className="aspect-4/5 overflow-hidden rounded-card">
      <Picture
        picture={picture}
        sizes="(width >= 64rem) 60rem, (width >= 48rem) 95vw, 30rem"
        priority
        className="size-full"
      />
    </div>
    <div>
      <h2 className="type-h2">We are still hanging the pictures</h2>
      <p className="type-lead mt-4 text-ink-soft">
        The first ones will be here soon. Until then, the words will have to do: start with the {tourDays}{' '}
        days of the {tour}.
      </p>
      <ButtonLink to={useToursPath()} className="mt-7">
        See the itinerary
      </ButtonLink>
    </div>
  </div>
)
