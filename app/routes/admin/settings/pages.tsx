import { type FieldMetadata, type FormMetadata, getFormProps, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { now } from '#app/platform/clock.server'
import { namesOf } from '#app/platform/typed/fields'
import { answerChangedSince, fieldsOf, readForm } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { agreedVersions } from '#app/server/legal/legal-pages.server'
import { filmAt, filmsToChoose, picturesToChoose } from '#app/site/gallery.server'
import {
  fieldsOfPage,
  isLegalPage,
  isWordedPage,
  PAGES,
  type PageField,
  pageCalled,
} from '#app/site/page-words'
import { journeyPage, nameOfPage, savePageWords, versionOfPage, wordsOf } from '#app/site/page-words.server'
import { pageWordsForm } from '#app/site/page-words-form'
import { PICTURE_GONE } from '#app/site/picture'
import { allTours, firstTour, pathOf } from '#app/tours/tours.server'
import { adminField } from '#app/ui/admin/admin-fields'
import {
  SaveBar,
  stayOnFailure,
  useLastActionData,
  useLastResult,
  useOpenedBy,
} from '#app/ui/admin/admin-form'
import { AdminHeading, AdminLink, adminHead, FoldedPanel } from '#app/ui/admin/admin-parts'
import { OpenedVersion } from '#app/ui/admin/staff-form'
import { SelectField, TextAreaField, TextField } from '#app/ui/field'
import { plainPosterOf } from '#app/ui/film'
import { Link } from '#app/ui/link'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import type { WordedPage } from '#db/values'
import { PictureChoice } from './picture-choice'

const LIST = '/admin/settings/pages'
const GONE = {
  'no-such-picture': PICTURE_GONE,
  'no-such-film': 'The film you chose was removed in the meantime. Please choose another one.',
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see content')
  if (params.page === undefined)
    return {
      listed: pagesToEdit().map(({ page, name, path, groups }) => ({
        ...{ name, path, to: `${LIST}/${page}` },
        parts: groups.map(({ title }) => title).join(', '),
      })),
    }
  const page = namedPage(params)
  const kinds = Object.values(fieldsOfPage(page)).map(({ kind }) => kind)
  const { name, path } = pagesToEdit().find((one) => one.page === page) ?? gone()
  return {
    ...{ page, name, path },
    words: wordsOf(page),
    opened: versionOfPage(page),
    pictures: kinds.includes('picture') ? picturesToChoose() : [],
    films: kinds.includes('film') ? filmsToChoose() : [],
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change content')
  const page = namedPage(params)
  const schema = pageWordsForm(page)
  const submission = parseWithZod(await readForm(request, ['intent', ...fieldsOf(schema)]), { schema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { version, ...words } = submission.value
  const saved = savePageWords(page, words, version, staff, now())
  if ('stored' in saved) return answerChangedSince(submission, words, saved, labelsOf(page), sayOf(page))
  if (isLegalPage(page)) agreedVersions(now())
  if ('refused' in saved)
    return data(submission.reply({ fieldErrors: { [saved.field]: [GONE[saved.refused]] } }), { status: 409 })
  return redirectWithToast(
    LIST,
    saved.changed.length === 0
      ? { tone: 'info', title: 'Nothing to save', description: 'You changed nothing.' }
      : { tone: 'success', title: 'Page saved', description: 'Visitors see it now.' },
  )
}

/** Throws 404 where there is no such page. */
function namedPage({ page }: { page?: string }): WordedPage {
  if (page === 'tour') return journeyPage({ tourId: firstTour().id })
  return isWordedPage(page) && pagesToEdit().some((one) => one.page === page) ? page : gone()
}

function gone(): never {
  throw new Response(null, { status: 404 })
}

type EditedPage = ReturnType<typeof pageCalled> & { page: WordedPage }

/** Each journey's page stands where the site's own order has it. */
const pagesToEdit = (): EditedPage[] =>
  namesOf(PAGES).flatMap<EditedPage>((page) =>
    page === 'tour'
      ? allTours().map((tour) => ({
          ...{ groups: PAGES.tour.groups, path: pathOf(tour) },
          ...{ page: journeyPage({ tourId: tour.id }), name: nameOfPage(journeyPage({ tourId: tour.id })) },
        }))
      : { page, ...PAGES[page] },
  )

const labelsOf = (page: WordedPage) =>
  Object.fromEntries(Object.entries(fieldsOfPage(page)).map(([name, { label }]) => [name, label]))

/** What the second editor reads: a film's name, and of a picture only that it is another one. */
const sayOf = (page: WordedPage) => {
  const say: Record<string, (stored: string) => string> = {}
  for (const [name, { kind }] of Object.entries(fieldsOfPage(page))) {
    if (kind === 'picture') say[name] = () => 'another picture'
    if (kind === 'film') say[name] = (slug) => filmAt(slug)?.name ?? NO_FILM
  }
  return say
}

const NO_FILM = 'No film'
const NO_PICTURE = 'No picture'
const NOT_SAVED = { title: 'Failed to save the page' }

export const clientAction = stayOnFailure(NOT_SAVED)

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  adminHead(data && 'page' in data ? data.name : 'Pages')

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>
type OnePage = Extract<Loaded, { page: unknown }>

export default function PagesPage() {
  const loaded = useLoaderData<typeof loader>()
  return loaded.listed ? <Pages {...loaded} /> : <EditPage {...loaded} />
}

/** The pages whose words, pictures and films are not edited elsewhere under Settings. */
const Pages = ({ listed }: Exclude<Loaded, OnePage>) => (
  <>
    <AdminHeading title="Pages" lead="The words, pictures and films of each page." />
    <ul className="admin-rows">
      {listed.map(({ name, path, to, parts }) => (
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

function EditPage({ page, name: pageName, path, words, opened, pictures, films }: OnePage) {
  const lastResult = useLastActionData<typeof action>()
  const schema = pageWordsForm(page)
  const [form, fields] = useForm<Record<string, string>>({
    id: `page-${page}`,
    lastResult: useLastResult(lastResult),
    defaultValue: words,
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
    shouldValidate: 'onBlur',
    shouldRevalidate: 'onInput',
  })
  return (
    <>
      <AdminHeading title={pageName} lead={`On ${path}.`} />
      <Form method="post" action={`${LIST}/${page}`} {...getFormProps(form)} className="grid max-w-4xl gap-5">
        <OpenedVersion opened={opened} lastResult={lastResult} what="this page" />
        {pageCalled(page).groups.map((group, place) => (
          <PageGroup key={group.title} {...{ group, form, fields, pictures, films }} isFirst={place === 0} />
        ))}
        <SaveBar label="Save page" backTo={LIST} errors={form.errors} notSent={NOT_SAVED} />
      </Form>
    </>
  )
}

type PageInputs = Record<string, string>
type Chosen = {
  form: FormMetadata<PageInputs, string[]>
  pictures: Parameters<typeof PictureChoice>[0]['pictures']
  films: OnePage['films']
}
type GroupProps = Chosen & {
  group: ReturnType<typeof pageCalled>['groups'][number]
  fields: ReturnType<typeof useForm<PageInputs>>[1]
  isFirst: boolean
}

/** Folded but for the first one, and for what has to be corrected. */
function PageGroup({ group: { title, hint, fields: ofGroup }, fields, isFirst, ...chosen }: GroupProps) {
  const inputs = Object.entries(ofGroup).map(([name, field]) => ({
    ...{ name, field, input: fields[name] as InputProps['input'] },
  }))
  const isRefused = inputs.some(({ input }) => input.errors)
  const [startsOpen] = useState(isFirst || isRefused)
  const group = useOpenedBy(isRefused)
  return (
    <FoldedPanel title={title} isOpen={startsOpen}>
      {hint && <p className="text-admin-soft text-xs">{hint}</p>}
      <div ref={group} className="grid items-start gap-4.5 lg:grid-cols-2">
        {inputs.map((one) => (
          <div key={one.name} className={isWide(one.field) ? 'lg:col-span-2' : ''}>
            <PageInput {...one} {...chosen} />
          </div>
        ))}
      </div>
    </FoldedPanel>
  )
}

const isWide = ({ kind }: PageField) => kind === 'picture' || kind === 'article'

type InputProps = Chosen & {
  name: string
  field: PageField
  input: FieldMetadata<string, PageInputs, string[]>
}

function PageInput({ name, field, form, input, pictures, films }: InputProps) {
  const { kind, label, atMost, mayBeEmpty, hint } = field
  if (kind === 'picture') {
    return (
      <PictureChoice
        {...{ pictures, name, label, hint }}
        none={mayBeEmpty && NO_PICTURE}
        chosen={input.initialValue}
        errors={input.errors}
      />
    )
  }
  const common = { label, hint, ...adminField(form, input), required: !mayBeEmpty }
  if (kind === 'film') {
    const chosen = films.find(({ slug }) => slug === input.value)
    return (
      <div>
        <SelectField {...common}>
          {/* The first one is what a page without a film begins with. */}
          {mayBeEmpty && <option value="">{NO_FILM}</option>}
          {films.map(({ slug, name: filmName }) => (
            <option key={slug} value={slug}>
              {filmName}
            </option>
          ))}
        </SelectField>
        {chosen && (
          <img
            src={plainPosterOf(chosen)}
            alt={chosen.alt}
            width={1280}
            height={720}
            loading="lazy"
            className="mt-2.5 aspect-video h-auto w-40 rounded-badge object-cover"
          />
        )}
      </div>
    )
  }
  if (kind === 'line') return <TextField {...common} maxLength={atMost} />
  return <TextAreaField {...common} maxLength={atMost} rows={kind === 'article' ? 30 : 2} />
}
