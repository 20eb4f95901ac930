import { getFormProps, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, useLoaderData, useSearchParams } from '@remix-run/react'
import { now } from '#app/platform/clock.server'
import { keepTyped } from '#app/routes/admin/admin-form'
import { rowId } from '#app/routes/admin/named-rows.server'
import { fieldsOf, readForm } from '#app/server/read-form.server'
import { requireStaff } from '#app/server/staff-session.server'
import { hungPicture } from '#app/site/gallery/gallery.server'
import { PictureForm, UploadForm } from '#app/site/gallery/gallery-form'
import { PHOTO_REFUSALS } from '#app/site/gallery/photo-rules'
import {
  changePicture,
  hangPhoto,
  removePicture,
  versionOfPicture,
} from '#app/site/gallery/save-picture.server'
import { DeskHeading, DeskPanel, deskHead } from '#app/ui/admin/admin-parts'
import { RemovalDialog } from '#app/ui/admin/route-dialog'
import { SaveBar, useDeskAnswer, useLastResult } from '#app/ui/admin/save-bar'
import { Picture } from '#app/ui/picture'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { answerChangedMeanwhile, readUpload } from './list-answers.server'
import { GoneFromList, OpenedVersion } from './list-parts'
import { PHOTO_HUNG, PhotoForm, PictureWordsFields } from './photo-form'

const LIST = '/admin/settings/gallery'
const GONE = 'This picture was removed in the meantime, so there is nothing to save these words to.'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see content')
  const id = rowId(params.id)
  const picture = id === 'new' ? null : (hungPicture(id) ?? null)
  return data(
    { id, picture, opened: picture ? versionOfPicture(picture) : undefined },
    { status: id === 'new' || picture ? 200 : 404 },
  )
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change content')
  const id = rowId(params.id)
  return id === 'new' ? hang(request, staff) : change(request, id, staff)
}

type Staff = Awaited<ReturnType<typeof requireStaff>>

async function hang(request: Request, staff: Staff) {
  const form = await readUpload(request, fieldsOf(PictureForm), 'photo')
  const submission = parseWithZod(form, { schema: UploadForm })
  // The file is not sent back: browsers let nobody fill in a file field.
  const hideFields = ['photo']
  if (submission.status !== 'success') return data(submission.reply({ hideFields }), { status: 400 })

  const { photo, version: _, ...words } = submission.value
  const hung = await hangPhoto(new Uint8Array(await photo.arrayBuffer()), words, staff, now)
  if (!('refused' in hung)) return redirectWithToast(LIST, PHOTO_HUNG, { status: 303 })
  const formErrors = [PHOTO_REFUSALS[hung.refused]]
  return data(submission.reply({ hideFields, formErrors }), { status: STATUS[hung.refused] ?? 422 })
}

const STATUS: Partial<Record<keyof typeof PHOTO_REFUSALS, number>> = {
  'not-a-picture': 415,
  heic: 415,
  'already-here': 409,
  busy: 503,
}

async function change(request: Request, id: number, staff: Staff) {
  const form = await readForm(request, ['intent', ...fieldsOf(PictureForm)])
  if (form.get('intent') === 'remove') return remove(id, staff)

  const submission = parseWithZod(form, { schema: PictureForm })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { version, ...words } = submission.value
  const saved = changePicture(id, { ...words, version }, staff, now())
  if ('stored' in saved) return answerChangedMeanwhile(submission, words, saved, LABELS)
  if ('refused' in saved) return data(submission.reply({ formErrors: [GONE] }), { status: 409 })
  const description = 'The gallery shows it from now on.'
  return redirectWithToast(LIST, { tone: 'success', title: 'Picture saved', description })
}

async function remove(id: number, staff: Staff) {
  const removed = await removePicture(id, staff, now())
  if ('refused' in removed && removed.refused === 'in-use') {
    const by = removed.by.map((title) => `“${title}”`).join(', ')
    return data(
      { error: { remove: [`It is shown by ${by}. Choose another picture there first.`] } },
      { status: 409 },
    )
  }
  const description = 'The gallery no longer shows it.'
  return redirectWithToast(LIST, { tone: 'success', title: 'Picture removed', description })
}

const LABELS = { title: 'Title', alt: 'Alternative text', place: 'Place' }

const NOT_SAVED = { title: 'Failed to save the picture' }
const NOT_REMOVED = { title: 'Failed to remove the picture' }

export const clientAction = keepTyped((sent) => (sent.get('intent') === 'remove' ? NOT_REMOVED : NOT_SAVED))

export const meta: MetaFunction = () => deskHead('Gallery picture')

export default function GalleryPicturePage() {
  const { id, picture, opened } = useLoaderData<typeof loader>()
  const lastResult = useDeskAnswer<typeof action>()
  if (picture) return <EditPicture key={picture.id} picture={picture} opened={opened} />
  if (id !== 'new') return <GoneFromList list={LIST} what="picture" />
  return (
    <>
      <DeskHeading
        title="Upload photograph"
        lead="It is added to the end of the gallery; move it from there."
      />
      <DeskPanel className="max-w-3xl p-5">
        <PhotoForm lastResult={lastResult} backTo={LIST} />
      </DeskPanel>
    </>
  )
}

type Shown = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['picture']>

function EditPicture({ picture, opened }: { picture: Shown; opened: string | undefined }) {
  const [query] = useSearchParams()
  const lastResult = useDeskAnswer<typeof action>()
  const page = `${LIST}/${picture.id}`
  const [form, fields] = useForm({
    id: 'picture',
    lastResult: useLastResult(lastResult?.error?.remove ? undefined : lastResult),
    defaultValue: picture,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: PictureForm }),
    shouldValidate: 'onBlur',
    shouldRevalidate: 'onInput',
  })
  return (
    <>
      <DeskHeading title={picture.title} />
      {query.has('remove') && (
        <RemovalDialog
          title="Remove this picture?"
          page={page}
          label="Remove picture"
          busyLabel="Removing..."
          notSent={NOT_REMOVED}
          refused={lastResult?.error?.remove?.[0]}
        >
          <strong dir="auto">{picture.title}</strong> disappears from the gallery.{' '}
          {picture.isUploaded
            ? 'Its files are deleted too. This cannot be undone.'
            : 'It was painted for the site: you can add it again later.'}
        </RemovalDialog>
      )}
      <DeskPanel className="max-w-3xl p-5">
        <div className="mb-5 max-w-sm overflow-hidden rounded-field bg-sand">
          <Picture picture={picture} sizes="24rem" className="aspect-3/2 w-full" />
        </div>
        <Form method="post" action={page} {...getFormProps(form)} className="grid gap-5">
          <OpenedVersion opened={opened} lastResult={lastResult} what="the words of this picture" />
          <PictureWordsFields form={form} fields={fields} />
          <SaveBar
            label="Save picture"
            backTo={LIST}
            errors={form.errors}
            notSent={NOT_SAVED}
            removeTo={`${page}?remove`}
            removeLabel="Remove picture"
          />
        </Form>
      </DeskPanel>
    </>
  )
}
