import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation, useSearchParams } from '@remix-run/react'
import type { z } from 'zod'
import { now } from '#app/platform/clock.server'
import { showDay, showDays } from '#app/platform/days'
import { rememberLink } from '#app/server/guards/guest-cookies.server'
import { bytesOf, fieldsOf, parseForm, readParts } from '#app/server/guards/read-form.server'
import { STORY } from '#app/site/list-forms'
import { tourPicture } from '#app/site/page-words.server'
import {
  CHOOSE_AGAIN,
  RATING_NAMES,
  REVIEW_PHOTO_BYTES_AT_MOST,
  REVIEW_PHOTO_MB_AT_MOST,
  REVIEW_PHOTO_REFUSALS,
  REVIEW_PHOTOS_AT_MOST,
  ReviewForm,
  type ReviewPhotoRefusal,
} from '#app/travelers/review-form'
import { photoSent, photosOf, type SentPhoto } from '#app/travelers/review-photos.server'
import { reviewByToken, saveReview } from '#app/travelers/reviews.server'
import { adminField, FileField } from '#app/ui/admin/admin-fields'
import { Button, ButtonLink } from '#app/ui/button'
import { ChoiceCards } from '#app/ui/choice-cards'
import { TextAreaField, TextField } from '#app/ui/field'
import { chooseAsJpeg } from '#app/ui/heic-file'
import { ArrivedNotice, Notice } from '#app/ui/notice'
import { unlistedHead } from '#app/ui/page-head'
import { NarrowPage, Panel } from '#app/ui/panel'
import { PrintBand } from '#app/ui/picture'
import { ReviewPhotos } from '#app/ui/review-photos'
import { UnknownLink } from '#app/ui/shell/contact-line'
import { NOT_REVIEWED } from './refusal-words.server'

/** What the traveler of a link has said of the journey; no one else's data, and no money. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const token = params.token ?? ''
  const found = reviewByToken(token, now())
  if (!found) return data(null, 404)
  const { departure, review, state, lastDay } = found
  return data(
    {
      here: `/traveler/${token}/review`,
      picture: tourPicture(departure).wide,
      tour: departure.name,
      days: showDays(departure.startsOn, departure.endsOn),
      ...{ state, opensOn: showDay(departure.endsOn), lastDay: showDay(lastDay) },
      isPublished: review?.publishedAt != null,
      version: review?.updatedAt.getTime() ?? 0,
      photos: review
        ? photosOf(review.id).map(({ id, width, height }) => ({
            ...{ width, height },
            to: `/traveler/${token}/review/photos/${id}`,
          }))
        : [],
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

export async function action({ request, params, context }: ActionFunctionArgs) {
  const token = params.token ?? ''
  const found = reviewByToken(token, now())
  if (!found) throw new Response(null, { status: 404 })
  const { form, photos, refused } = await readReview(request, context.upload)
  const submission = parseForm(form, ReviewForm)
  // Of a closed link nothing was read.
  if (found.state !== 'open') {
    return data(submission.reply({ formErrors: [NOT_REVIEWED[found.state]] }), { status: 409 })
  }
  if (refused) {
    const fieldErrors = { photos: [REVIEW_PHOTO_REFUSALS[refused]] }
    return data(submission.reply({ fieldErrors }), { status: refused === 'not-a-picture' ? 415 : 400 })
  }
  if (submission.status !== 'success') {
    const reply = submission.reply()
    const again = photos.length > 0 && { photos: [CHOOSE_AGAIN] }
    return data({ ...reply, error: { ...reply.error, ...again } }, { status: 400 })
  }
  const saved = await saveReview(token, submission.value, now(), photos)
  if ('saved' in saved) return redirect(`/traveler/${token}/review?thanks`, 303)
  if (saved.refused === 'unknown') throw new Response(null, { status: 404 })
  return data(submission.reply({ formErrors: [NOT_REVIEWED[saved.refused]] }), { status: 409 })
}

/** Reads the form, one photograph at a time; nothing is read after one that is refused. */
async function readReview(request: Request, upload: AsyncIterable<Buffer> | undefined) {
  const photos: SentPhoto[] = []
  const not: ReviewPhotoRefusal[] = []
  const form = await readParts(request, upload, fieldsOf(ReviewForm), async ({ name, data }) => {
    if (name !== 'photos' || not.length > 0) return true
    const bytes = await bytesOf(data, REVIEW_PHOTO_BYTES_AT_MOST)
    if (bytes?.length === 0) return true
    const sent = await photoOf(bytes, photos.length)
    if ('refused' in sent) not.push(sent.refused)
    else photos.push(sent)
    return bytes !== null
  })
  return { form, photos, refused: not[0] }
}

async function photoOf(bytes: Buffer | null, before: number) {
  if (!bytes) return { refused: 'too-large' as const }
  return before < REVIEW_PHOTOS_AT_MOST ? photoSent(bytes) : { refused: 'too-many' as const }
}

export const meta = unlistedHead('/traveler', 'How was it?', 'Tell us how your journey was.')

export default function ReviewPage() {
  const shown = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  if (!shown) return <UnknownLink />
  const { tour, days, state, opensOn, lastDay, isPublished, picture } = shown
  return (
    <>
      <PrintBand picture={picture} className="h-40 sm:h-56" />
      <NarrowPage title="How was it?" lead={`${tour}, ${days}`}>
        <div className="grid gap-6">
          {query.has('thanks') && (
            <ArrivedNotice tone="success" role="status" title="Thank you, asante sana">
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
            <Notice
              tone="info"
              title={`Reviews of this journey closed on ${lastDay}`}
              actions={<ButtonLink to="/contact">Write to us</ButtonLink>}
            >
              We would still love to hear how it was: which evening, which animal, which song.
            </Notice>
          ) : (
            <ReviewFields shown={shown} />
          )}
        </div>
      </NarrowPage>
    </>
  )
}

type Open = NonNullable<Awaited<ReturnType<typeof useLoaderData<typeof loader>>>>

function ReviewFields({ shown: { here, review, photos, version } }: { shown: Open }) {
  const answer = useActionData<SubmissionResult<string[]>>()
  const busy = useNavigation().formAction === here
  const [form, fields] = useForm<z.input<typeof ReviewForm> & { photos?: string }>({
    // A stored review is a new form: its fields begin with what is stored now.
    id: `review-${version}`,
    lastResult: answer,
    defaultValue: review ?? {},
  })
  return (
    <Panel>
      <Form
        method="post"
        action={here}
        encType="multipart/form-data"
        {...getFormProps(form)}
        key={form.id}
        className="grid gap-6"
      >
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
          hint={`What will you tell your friends? And what should we do better? At most ${STORY.review.atMost.toLocaleString('en-US')} characters.`}
        />
        <Photographs photos={photos} id={fields.photos.id} errors={fields.photos.errors} />
        <fieldset className="grid gap-5">
          <legend className="mb-3 text-xs font-semibold">May we publish it?</legend>
          <label className="flex gap-3 text-sm">
            <input
              type="checkbox"
              name="mayPublish"
              defaultChecked={fields.mayPublish.initialValue === 'on'}
              className="mt-0.5 size-5 flex-none accent-umber"
            />
            You may publish this among your travelers’ stories, and my photographs in your gallery, under this
            name:
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

type PhotographsProps = { photos: Open['photos']; id: string; errors?: string[] }

const Photographs = ({ photos, id, errors }: PhotographsProps) => (
  <div className="grid gap-3">
    <FileField
      id={id}
      name="photos"
      label={photos.length > 0 ? 'Other photographs' : 'Photographs'}
      optional
      multiple
      accept="image/jpeg,image/png,image/webp,image/avif"
      onChange={chooseAsJpeg}
      errors={errors}
      hint={`At most ${REVIEW_PHOTOS_AT_MOST}, ${REVIEW_PHOTO_MB_AT_MOST} MB each: ones you took yourself, with the consent of everyone in them.${photos.length > 0 ? ' They replace the ones below.' : ''}`}
    />
    <ReviewPhotos photos={photos} />
    {photos.length > 0 && (
      <label className="flex gap-3 text-sm">
        <input type="checkbox" name="dropPhotos" className="mt-0.5 size-5 flex-none accent-umber" />
        Remove {photos.length > 1 ? 'these photographs' : 'this photograph'}
      </label>
    )}
  </div>
)
