import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation, useSearchParams } from '@remix-run/react'
import { now } from '#app/platform/clock.server'
import { showDay, showDays } from '#app/platform/days'
import { rememberLink } from '#app/server/guards/known-links.server'
import { readSubmission } from '#app/server/read-form.server'
import { STORY_LIMITS } from '#app/site/list-forms'
import { RATING_NAMES, ReviewForm } from '#app/travelers/reviews/review-form'
import { reviewBehind, saveReview } from '#app/travelers/reviews/reviews.server'
import { adminField } from '#app/ui/admin/admin-fields'
import { Button } from '#app/ui/button'
import { ChoiceCards } from '#app/ui/choice-cards'
import { TextAreaField, TextField } from '#app/ui/field'
import { ArrivedNotice, Notice } from '#app/ui/notice'
import { pageHead } from '#app/ui/page-head'
import { PageHeading, Panel } from '#app/ui/panel'
import { UnknownLink } from './contact-line'

/** What the traveler of a link has said of the journey; nobody else's data, and no money. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const token = params.token ?? ''
  const found = reviewBehind(token, now())
  if (!found) return data(null, 404)
  const { departure, review, state, lastDay } = found
  return data(
    {
      here: `/traveler/${token}/review`,
      tour: departure.name,
      days: showDays(departure.startsOn, departure.endsOn),
      ...{ state, opensOn: showDay(departure.endsOn), lastDay: showDay(lastDay) },
      isPublished: review?.publishedAt != null,
      version: review?.updatedAt.getTime() ?? 0,
      review: review && {
        rating: String(review.rating),
        words: review.words,
        mayPublish: review.mayPublish ? 'on' : '',
        publishAs: review.publishAs,
        place: review.place,
      },
    },
    { headers: await rememberLink(request, token) },
  )
}

const REFUSALS = {
  early: 'The journey is not over yet. Please come back then.',
  over: 'Reviews of this journey are closed. Please write to us instead.',
  published: 'Your review has been published, so it can no longer be changed here. Please write to us.',
}

export async function action({ request, params }: ActionFunctionArgs) {
  const token = params.token ?? ''
  if (!reviewBehind(token, now())) throw new Response(null, { status: 404 })
  const submission = await readSubmission(request, ReviewForm)
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const saved = saveReview(token, submission.value, now())
  if ('saved' in saved) return redirect(`/traveler/${token}/review?thanks`, 303)
  if (saved.refused === 'unknown') throw new Response(null, { status: 404 })
  return data(submission.reply({ formErrors: [REFUSALS[saved.refused]] }), { status: 409 })
}

export const meta: MetaFunction = ({ matches }) =>
  pageHead({
    title: 'How was it?',
    description: 'Tell us how your journey was.',
    path: '/traveler',
    noindex: true,
    matches,
  })

export default function ReviewPage() {
  const shown = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  if (!shown) return <UnknownLink />
  const { tour, days, state, opensOn, lastDay, isPublished } = shown
  return (
    <div className="wrap-text pb-20">
      <PageHeading title="How was it?" lead={`${tour}, ${days}`} />
      <div className="grid gap-6">
        {query.has('thanks') && (
          <ArrivedNotice tone="success" role="status" title="Thank you">
            Our team reads every word. {!isPublished && `You can change it here until ${lastDay}.`}
          </ArrivedNotice>
        )}
        {isPublished ? (
          <Notice tone="success" title="Your review is published">
            It is among the stories of our travelers. To change it or take it down, please write to us.
          </Notice>
        ) : state === 'early' ? (
          <Notice tone="info" title={`You can write your review from ${opensOn}`}>
            {`It stays open until ${lastDay}.`}
          </Notice>
        ) : state === 'over' ? (
          <Notice tone="info" title={`Reviews of this journey closed on ${lastDay}`}>
            We would still love to hear from you: please write to us.
          </Notice>
        ) : (
          <ReviewFields shown={shown} />
        )}
      </div>
    </div>
  )
}

type Open = NonNullable<Awaited<ReturnType<typeof useLoaderData<typeof loader>>>>

function ReviewFields({ shown: { here, review, version } }: { shown: Open }) {
  const answer = useActionData<SubmissionResult<string[]>>()
  const busy = useNavigation().formAction === here
  const [form, fields] = useForm({
    // A stored review is a new form: its fields begin with what is stored now.
    id: `review-${version}`,
    lastResult: answer,
    defaultValue: review ?? {},
  })
  return (
    <Panel>
      <Form method="post" action={here} {...getFormProps(form)} key={form.id} className="grid gap-6">
        <ChoiceCards
          legend="Your stars"
          name="rating"
          options={Object.entries(RATING_NAMES)
            .toSorted(([one], [other]) => Number(other) - Number(one))
            .map(([value, name]) => ({
              value,
              title: `${'★'.repeat(Number(value))} ${name}`,
            }))}
          defaultValue={fields.rating.initialValue}
          errors={fields.rating.errors}
        />
        <TextAreaField
          {...adminField(form, fields.words)}
          label="In your words"
          rows={8}
          dir="auto"
          required
          hint={`What you will remember, and what we should do better. At most ${STORY_LIMITS.review.toLocaleString('en-US')} characters.`}
        />
        <fieldset className="grid gap-5">
          <legend className="mb-3 text-xs font-semibold">May we publish it?</legend>
          <label className="flex gap-3 text-sm">
            <input
              type="checkbox"
              name="mayPublish"
              defaultChecked={fields.mayPublish.initialValue === 'on'}
              className="mt-0.5 size-5 flex-none accent-umber"
            />
            You may publish this among your travelers’ stories, under this name:
          </label>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              {...adminField(form, fields.publishAs)}
              label="Name to publish"
              dir="auto"
              hint="As much of it as you like, such as “Mary Beth C.”"
            />
            <TextField
              {...adminField(form, fields.place)}
              label="Where you live"
              dir="auto"
              hint="Such as “Austin, Texas”. It is shown beside the name."
            />
          </div>
          <p className="text-ink-soft text-xs">
            Without your consent only our team reads it, and it is deleted after a year.
          </p>
        </fieldset>
        {form.errors?.[0] && <Notice tone="danger" role="alert" title={form.errors[0]} />}
        <p>
          <Button busy={busy} busyLabel="Sending...">
            {review ? 'Send it again' : 'Send my review'}
          </Button>
        </p>
      </Form>
    </Panel>
  )
}
