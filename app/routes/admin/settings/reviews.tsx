import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { z } from 'zod'
import { businessTime, now } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import { readSubmission } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { decideOnReview, REVIEWS_SHOWN, reviewList } from '#app/travelers/reviews.server'
import { NotSent, revalidateAfterError, stayOnFailure, useLastActionData } from '#app/ui/admin/admin-form'
import { AdminHeading, AdminPanel, adminHead, EmptyState, IntentButton } from '#app/ui/admin/admin-parts'
import { BookingLink } from '#app/ui/admin/admin-shell'
import { Badge } from '#app/ui/badge'
import { ArrivedNotice } from '#app/ui/notice'
import { ReviewPhotos } from '#app/ui/review-photos'
import { redirectWithToast } from '#app/ui/toasts/flash.server'

const PAGE = '/admin/settings/reviews'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see content')
  return {
    atMost: REVIEWS_SHOWN,
    reviews: reviewList().map(({ updatedAt, publishedAt, setAsideAt, startsOn, ...review }) => ({
      ...review,
      photos: review.photos.map(({ id, width, height }) => ({
        ...{ to: `/admin/review-photos/${id}`, width, height },
      })),
      version: updatedAt.getTime(),
      written: businessTime(updatedAt),
      journey: showDay(startsOn),
      state: publishedAt
        ? ('published' as const)
        : setAsideAt
          ? ('set-aside' as const)
          : ('waiting' as const),
    })),
  }
}

const DecideForm = z.object({
  id: z.coerce.number().int(),
  version: z.coerce.number().int(),
  intent: z.enum(['publish', 'set-aside']),
})

const REFUSALS = {
  gone: 'This review is no longer there.',
  decided: 'Someone has decided on this review already.',
  'not-allowed': 'The traveler has not allowed us to publish it.',
  busy: 'Several photographs are being prepared right now. Please wait half a minute and press once more.',
  'changed-since': 'The traveler has changed it since you opened this page. Please read it once more.',
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change content')
  const submission = await readSubmission(request, DecideForm)
  if (submission.status !== 'success') return data({ refused: REFUSALS.gone }, { status: 400 })
  const { id, version, intent } = submission.value
  const publish = intent === 'publish'
  const decided = await decideOnReview({ id, updatedAt: version, publish }, staff, now())
  if ('refused' in decided) return data({ refused: REFUSALS[decided.refused] }, { status: 409 })
  return redirectWithToast(PAGE, {
    tone: 'success',
    title: publish ? 'Review published' : 'Review set aside',
    description: publish
      ? 'It is the last of the traveler stories, where you can move or shorten it. Any photographs are at the end of the gallery: please describe them there.'
      : 'It stays here until it is deleted, and is not shown.',
  })
}

const FAILED = { title: 'Failed: nothing was published or set aside' }

export const clientAction = stayOnFailure(FAILED)

export const shouldRevalidate = revalidateAfterError

export const meta = () => adminHead('Reviews')

/** What travelers wrote after their journey; what they allow becomes a story with one press. */
export default function ReviewsPage() {
  const { reviews, atMost } = useLoaderData<typeof loader>()
  const answer = useLastActionData<typeof action>()
  const refused = answer && 'refused' in answer ? answer.refused : null
  return (
    <>
      <AdminHeading
        title="Reviews"
        lead="What travelers wrote through the link in the thank-you letter, undecided first. Reviews are deleted after a year; published ones stay as stories."
      />
      {refused && <ArrivedNotice tone="danger" role="alert" title={refused} className="mb-5" />}
      <NotSent className="mb-5" />
      {reviews.length === 0 && (
        <EmptyState title="No reviews yet">
          They come from travelers after their return. Schedule the thank-you letter among a departure’s
          letters.
        </EmptyState>
      )}
      <div className="grid gap-4">
        {reviews.map((review) => (
          <ReviewPanel key={review.id} review={review} />
        ))}
      </div>
      {reviews.length === atMost && (
        <p className="mt-4 text-admin-soft text-xs">There are more: only the newest {atMost} are shown.</p>
      )}
    </>
  )
}

type Review = ReturnType<typeof useLoaderData<typeof loader>>['reviews'][number]

const LOOKS = {
  waiting: ['wait', 'Undecided'],
  published: ['success', 'Published'],
  'set-aside': ['quiet', 'Set aside'],
} as const

function ReviewPanel({ review }: { review: Review }) {
  const [tone, label] = LOOKS[review.state]
  return (
    <AdminPanel
      title={`${'★'.repeat(review.rating)} ${review.rating} of 5`}
      actions={<Badge tone={tone}>{label}</Badge>}
    >
      <p className="whitespace-pre-wrap text-sm wrap-anywhere" dir="auto">
        {review.words}
      </p>
      <ReviewPhotos photos={review.photos} className="mt-4" />
      <p className="mt-3 text-admin-soft text-xs">
        <BookingLink reference={review.reference} />, journey of {review.journey}, written {review.written}.{' '}
        {review.mayPublish
          ? `May be published as ${review.publishAs}, ${review.place}.`
          : 'Not to be published.'}
      </p>
      {review.state === 'waiting' && <Decide review={review} />}
    </AdminPanel>
  )
}

function Decide({ review: { id, version, mayPublish } }: { review: Review }) {
  const sent = useNavigation().formData
  const busy = sent?.get('id') === String(id) ? sent.get('intent') : null
  return (
    <Form method="post" action={PAGE} preventScrollReset className="mt-4 flex flex-wrap gap-2.5">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
      {mayPublish && (
        <IntentButton intent="publish" tone="main" busy={busy} busyLabel="Publishing...">
          Publish as a story
        </IntentButton>
      )}
      <IntentButton intent="set-aside" busy={busy}>
        {mayPublish ? 'Do not publish' : 'I have read it'}
      </IntentButton>
    </Form>
  )
}
