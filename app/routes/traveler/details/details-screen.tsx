import { useSearchParams } from '@remix-run/react'
import type { ReactNode } from 'react'
import { showDay, showDays } from '#app/days'
import { inOneLine } from '#app/travelers/details/detail-fields'
import { Notice } from '#app/ui/notice'
import { PageHeading } from '#app/ui/page-heading'
import type { DetailsAnswer } from './answer-details.server'
import { DetailsForm } from './details-form'
import type { DetailsPage } from './details-page.server'
import { EraseDetails } from './erase-details'
import { PassportEndsTooSoon } from './passport-ends-too-soon'

type Props = {
  page: DetailsPage
  /** The page's own address. */
  here: string
  /** Whoever reads it writes of themselves. */
  isOwn: boolean
  answer: DetailsAnswer | undefined
  /** What stands above the form, and below it. */
  before?: ReactNode
  after?: ReactNode
}

/** A traveler's details: how far they have come, the form, and how they are erased. */
export function DetailsScreen({ page, here, isOwn, answer, before, after }: Props) {
  const [query] = useSearchParams()
  const { tour } = page
  return (
    <div className="wrap-text pb-20">
      <PageHeading
        title={isOwn ? 'Your travel details' : `Travel details: ${page.called}`}
        lead={`${tour.name}, ${showDays(tour.startsOn, tour.endsOn)}`}
      />
      <div className="grid gap-6">
        {before}
        <Standing page={page} />
        {page.isTold && query.has('erase') && <EraseDetails here={here} isAsked />}
        {!page.isOver && <DetailsForm page={page} here={here} isOwn={isOwn} answer={answer} />}
        {after}
        {page.isTold && !query.has('erase') && <EraseDetails here={here} />}
      </div>
    </div>
  )
}

function Standing({ page }: { page: DetailsPage }) {
  if (page.isOver)
    return (
      <Notice tone="info" title="The journey is over">
        {page.isTold
          ? `Nothing more is needed. What you told us is erased on ${showDay(page.erasedOn)}, or now, if you wish.`
          : 'Nothing more is needed, and nothing of it is stored.'}
      </Notice>
    )
  if (page.passportEndsTooSoon) return <PassportEndsTooSoon page={page} missing={page.missing} />
  return page.missing.length === 0 ? (
    <Notice tone="success" title="Everything is here">
      Thank you. You can change it until the journey ends; {`on ${showDay(page.erasedOn)} we erase it.`}
    </Notice>
  ) : (
    <Notice tone="info" title={`Still missing: ${inOneLine(page.missing)}`}>
      Fill in what you know and save; the rest can follow. It is for our staff and the guide, and{' '}
      {`on ${showDay(page.erasedOn)} all of it is erased.`}
    </Notice>
  )
}
