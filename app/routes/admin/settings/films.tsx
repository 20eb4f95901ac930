import { getFormProps, type SubmissionResult } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaArgs } from '@remix-run/node'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import { now } from '#app/platform/clock.server'
import { rowId } from '#app/server/guards/named-rows.server'
import { fieldsOf, type NamedForm, parseForm, readForm, readParts } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { FILM_MB_AT_MOST, FILM_REFUSALS, FILM_UPLOAD_PATH, FILMS_AT_MOST } from '#app/site/films'
import { filmAt, filmSize, picturesToChoose, shownOn, uploadedFilms } from '#app/site/gallery.server'
import { FILM, FilmForm, FilmUploadForm } from '#app/site/list-forms'
import { pagesShowing } from '#app/site/page-words.server'
import { discardReceived, filmIsThere, receiveFilm, removeFilm, storeFilm } from '#app/site/save-film.server'
import { adminField, FileField } from '#app/ui/admin/admin-fields'
import { stayOnFailure, useLastActionData, useLastResult } from '#app/ui/admin/admin-form'
import { AdminHeading, AdminLink, AdminPanel, adminHead, EmptyState } from '#app/ui/admin/admin-parts'
import { RemovalDialog } from '#app/ui/admin/route-dialog'
import { useStaffForm } from '#app/ui/admin/staff-form'
import { Badge } from '#app/ui/badge'
import { FilmSources, plainPosterOf } from '#app/ui/film'
import { Link } from '#app/ui/link'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import type { ToastMessage } from '#app/ui/toasts/toast-message'
import { RowNotFound } from './editable-list'
import { UploadFrame, useFileUpload } from './file-upload'
import { TableFields } from './table-fields'

const LIST = '/admin/settings/films'

/** The films; or with an id one of them, or 'new' for another. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see content')
  if (params.id === undefined)
    return {
      films: uploadedFilms().map(({ id, slug, title, bytes }) => ({
        ...{ id, title, size: filmSize(bytes) },
        shownOn: shownOn(pagesShowing(slug)),
        isMissing: !filmIsThere(slug),
      })),
    }
  const id = rowId(params.id)
  if (id === 'new') return data({ pictures: picturesToChoose() })
  const row = uploadedFilms().find((film) => film.id === id)
  const stored = row && filmAt(row.slug)
  const pages = row ? pagesShowing(row.slug) : []
  const film = stored && {
    ...stored,
    id,
    about: `${filmSize(row.bytes)}, uploaded by ${row.createdBy}. ${shownOn(pages)}.`,
    isUsed: pages.length > 0,
  }
  return data({ film: film ?? null }, { status: film ? 200 : 404 })
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change content')
  const id = rowId(params.id)
  return id === 'new' ? upload(request, context.upload) : remove(request, id, staff)
}

type Staff = Awaited<ReturnType<typeof requireStaff>>

const UPLOADED: ToastMessage = {
  tone: 'success',
  title: 'Film uploaded',
  description: 'Choose under Pages where it is shown.',
}

type FilmSent = {
  form: NamedForm<keyof typeof FilmForm.shape>
  film: Awaited<ReturnType<typeof receiveFilm>>
}

/** Reads a form with a film, which is written to disk as it arrives. */
async function readFilmForm(request: Request, upload: AsyncIterable<Buffer> | undefined): Promise<FilmSent> {
  let film = { refused: 'missing' } as FilmSent['film']
  try {
    const form = await readParts(request, upload, fieldsOf(FilmForm), async ({ name, data }) => {
      if (name === 'film' && 'refused' in film) film = await receiveFilm(data)
      return !('refused' in film && film.refused === 'too-large')
    })
    return { form, film }
  } catch (error) {
    if ('path' in film) await discardReceived(film)
    throw error
  }
}

async function upload(request: Request, body: AsyncIterable<Buffer> | undefined) {
  const { form, film } = await readFilmForm(request, body)
  // Ten minutes may have passed: someone signed out by now, or no longer allowed, leaves nothing.
  const staff = await requireStaff(request, 'change content').catch(async (refusal: unknown) => {
    if ('path' in film) await discardReceived(film)
    throw refusal
  })
  const submission = parseForm(form, FilmForm)
  if ('refused' in film) {
    const fieldErrors = { film: [FILM_REFUSALS[film.refused]] }
    return data(submission.reply({ fieldErrors }), { status: film.refused === 'not-a-film' ? 415 : 400 })
  }
  if (submission.status !== 'success') {
    await discardReceived(film)
    return data(submission.reply(), { status: 400 })
  }
  const stored = await storeFilm(film, submission.value, staff, now())
  if (!('refused' in stored)) return redirectWithToast(LIST, UPLOADED, { status: 303 })
  const field = stored.refused === 'no-such-picture' ? 'poster' : 'film'
  const fieldErrors = { [field]: [FILM_REFUSALS[stored.refused]] }
  return data(submission.reply({ fieldErrors }), { status: 409 })
}

async function remove(request: Request, id: number, staff: Staff) {
  await readForm(request, ['intent'])
  const removed = await removeFilm(id, staff, now())
  if ('refused' in removed && removed.refused === 'in-use') {
    const refused = `It is shown on ${removed.by.join(', ')}. Choose another film there first.`
    return data({ error: { remove: [refused] } } satisfies SubmissionResult<string[]>, { status: 409 })
  }
  const description = 'Its file is deleted.'
  return redirectWithToast(LIST, { tone: 'success', title: 'Film removed', description })
}

const NOT_REMOVED = { title: 'Failed to remove the film' }

export const clientAction = stayOnFailure(NOT_REMOVED)

export const meta = ({ params }: MetaArgs) => adminHead(params.id ? 'Film' : 'Films')

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

export default function FilmsPage() {
  const loaded = useLoaderData<typeof loader>()
  const lastResult = useLastActionData<typeof action>()
  if ('films' in loaded) return <Films {...loaded} />
  if ('pictures' in loaded) return <FilmUpload lastResult={lastResult} pictures={loaded.pictures} />
  const { film } = loaded
  if (!film) return <RowNotFound list={LIST} what="film" />
  return <OneFilm key={film.id} film={film} refused={lastResult?.error?.remove?.[0]} />
}

const Films = ({ films }: Extract<Loaded, { films: unknown }>) => (
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
              to={`${LIST}/${id}`}
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

type FilmProps = {
  film: NonNullable<Extract<Loaded, { film: unknown }>['film']>
  refused: string | undefined
}

function OneFilm({ film, refused }: FilmProps) {
  const [query] = useSearchParams()
  const page = `${LIST}/${film.id}`
  return (
    <>
      <AdminHeading title={film.name} lead={film.about} />
      {query.has('remove') && (
        <RemovalDialog
          title="Remove this film?"
          page={page}
          label="Remove film"
          busyLabel="Removing..."
          notSent={NOT_REMOVED}
          refused={refused}
        >
          The file of <strong dir="auto">{film.name}</strong> is deleted. This cannot be undone.
        </RemovalDialog>
      )}
      <AdminPanel className="max-w-3xl p-5">
        {/* biome-ignore lint/a11y/useMediaCaption: staff look at what they uploaded */}
        <video
          controls
          playsInline
          preload="none"
          poster={plainPosterOf(film)}
          aria-label={film.name}
          className="mb-5 aspect-video w-full rounded-field bg-night"
        >
          <FilmSources {...film} />
        </video>
        <div className="flex flex-wrap gap-2.5">
          <AdminLink to={LIST}>Back to the list</AdminLink>
          {!film.isUsed && (
            <AdminLink to={`${page}?remove`} preventScrollReset tone="danger" className="sm:ml-auto">
              Remove film
            </AdminLink>
          )}
        </div>
      </AdminPanel>
    </>
  )
}

type UploadProps = Extract<Loaded, { pictures: unknown }> & {
  lastResult: SubmissionResult<string[]> | null | undefined
}

function FilmUpload({ lastResult, pictures }: UploadProps) {
  const { onSubmit, refused, frame } = useFileUpload({
    to: FILM_UPLOAD_PATH,
    what: 'film',
    done: UPLOADED,
    tooLarge: FILM_REFUSALS['too-large'],
    refusalIn: (page) => page.querySelector('form [id$="-error"]'),
  })
  const [form, fields] = useStaffForm(FilmUploadForm, {
    id: 'film',
    lastResult: useLastResult(lastResult),
    onSubmit,
  })
  return (
    <>
      <AdminHeading title="Upload film" lead="Choose afterwards, under Pages, where it is shown." />
      <AdminPanel className="max-w-3xl p-5">
        <UploadFrame {...frame} form={getFormProps(form)} backTo={LIST} preparing="Storing it">
          <TableFields table={FILM} form={form} inputs={fields} pictures={pictures} />
          <FileField
            label="Film"
            {...adminField(form, fields.film)}
            {...(refused && { errors: [refused] })}
            accept="video/mp4,.mp4"
            required
            hint={`MP4, at most ${FILM_MB_AT_MOST} MB.`}
          />
        </UploadFrame>
      </AdminPanel>
    </>
  )
}
