import { getFormProps } from '@conform-to/react'
import { Form, useNavigation, useSearchParams } from '@remix-run/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { type Field, type Fields, ofEach } from '#app/platform/typed/fields'
import type { PictureFiles } from '#app/site/picture'
import {
  type Failure,
  SaveBar,
  stayOnFailure,
  useLastActionData,
  useLastResult,
} from '#app/ui/admin/admin-form'
import { AdminHeading, AdminLink, AdminPanel, EmptyState } from '#app/ui/admin/admin-parts'
import { RemovalDialog } from '#app/ui/admin/route-dialog'
import { OpenedVersion, useStaffForm } from '#app/ui/admin/staff-form'
import { Tooltip } from '#app/ui/admin/tooltip'
import { DownIcon } from '#app/ui/icons'
import { Link } from '#app/ui/link'
import { Picture } from '#app/ui/picture'
import type { editRow } from './list-answers.server'
import type { PicturesToChoose } from './picture-choice'
import { type Suggestions, TableFields } from './table-fields'

type ListProps = {
  title: string
  lead: string
  /** Links beside the one that adds a row. */
  links?: ReactNode
  /** The address of the list; those of its rows begin with it. */
  page: string
  /** What one row is called: 'story'. */
  one: string
  /** `picture` where the list shows one of each row: null where a row has none yet. */
  rows: { id: number; name: string; badge?: ReactNode; about: ReactNode; picture?: PictureFiles | null }[]
  empty: { title: string; note: string }
  /** Above the rows. */
  children?: ReactNode
}

/** The page of a list that staff put in order; where a row went is announced to those who cannot see it. */
export function OrderedListPage({ title, lead, links, page, one, rows, empty, children }: ListProps) {
  const moving = useMoving(rows.map(({ id }) => id))
  return (
    <>
      <AdminHeading title={title} lead={lead}>
        {links}
        <AdminLink to={`${page}/new`} tone="main">
          {`Add ${one}`}
        </AdminLink>
      </AdminHeading>
      {children}
      {rows.length === 0 ? (
        <EmptyState title={empty.title}>{empty.note}</EmptyState>
      ) : (
        <ol className="admin-rows">
          {rows.map(({ id, name, badge, about, picture }) => (
            <li
              key={id}
              id={`row-${id}`}
              className="flex scroll-mt-24 flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3"
            >
              {picture !== undefined && <RowPicture picture={picture} />}
              <div className="min-w-0 flex-[1_1_11rem]">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <Link
                    to={`${page}/${id}`}
                    className="font-semibold underline-offset-4 hover:underline"
                    dir="auto"
                  >
                    {name}
                  </Link>
                  {badge}
                </p>
                <p className="mt-0.5 text-admin-soft text-xs [overflow-wrap:anywhere]" dir="auto">
                  {about}
                </p>
              </div>
              <div className="flex gap-2.5">
                <MoveButtons id={id} name={name} moving={moving} />
                <AdminLink to={`${page}/${id}`} aria-label={`Edit ${name}`}>
                  Edit
                </AdminLink>
              </div>
            </li>
          ))}
        </ol>
      )}
      <p role="status" className="sr-only">
        {moving.place}
      </p>
    </>
  )
}

/** What a row shows first, or that it shows nothing; of one size, so that nothing moves when it comes. */
const RowPicture = ({ picture }: { picture: PictureFiles | null }) => (
  <div className="h-12 w-16 flex-none overflow-hidden rounded-badge bg-sand">
    {picture ? (
      <Picture picture={{ ...picture, alt: '' }} sizes="8rem" className="size-full" />
    ) : (
      <span className="grid size-full place-items-center text-center text-2xs text-admin-soft leading-tight">
        No picture
      </span>
    )}
  </div>
)

type Way = 'up' | 'down'
export type Moving = ReturnType<typeof useMoving>

const buttonId = (id: number, way: Way) => `move-${way}-${id}`

/**
 * Keeps focus on the button that moved a row, so that a keyboard user can press it again. At the end of the
 * list the other button takes focus. `place` says where the row is now, for a live region.
 */
export function useMoving(ids: readonly number[]) {
  const { state } = useNavigation()
  const pressed = useRef<{ id: number; way: Way } | null>(null)
  const [moved, setMoved] = useState<number | null>(null)

  useEffect(() => {
    if (state !== 'idle' || !pressed.current) return
    const { id, way } = pressed.current
    pressed.current = null
    setMoved(id)
    const [button, twin] = [way, way === 'up' ? ('down' as const) : ('up' as const)].map((each) =>
      document.getElementById(buttonId(id, each)),
    )
    const enabled = button?.matches(':disabled') ? twin : button
    enabled?.focus({ preventScroll: true })
    enabled?.scrollIntoView({ block: 'nearest' })
  }, [state])

  return {
    place: moved === null ? '' : `Moved to place ${ids.indexOf(moved) + 1} of ${ids.length}`,
    button: (id: number, way: Way) => ({
      type: 'submit' as const,
      id: buttonId(id, way),
      name: 'move',
      value: way,
      disabled: (way === 'up' ? ids[0] : ids.at(-1)) === id,
      onClick: () => {
        pressed.current = { id, way }
      },
    }),
  }
}

type MoveProps = { id: number; name: string; moving: Moving }

const LOOK =
  'grid size-11 place-items-center border border-field bg-white hover:border-umber hover:bg-admin-head disabled:border-admin-line disabled:text-admin-line'

/** Moves one row of a list up or down: a plain form, so that it works everywhere. */
export const MoveButtons = ({ id, name, moving }: MoveProps) => (
  <Form method="post" preventScrollReset replace className="flex flex-none">
    <input type="hidden" name="id" value={id} />
    <Tooltip text="Move up">
      <button
        {...moving.button(id, 'up')}
        aria-label={`Move ${name} up`}
        className={`${LOOK} rounded-l-field`}
      >
        <DownIcon className="size-4.5 rotate-180" />
      </button>
    </Tooltip>
    <Tooltip text="Move down">
      <button
        {...moving.button(id, 'down')}
        aria-label={`Move ${name} down`}
        className={`${LOOK} -ml-px rounded-r-field`}
      >
        <DownIcon className="size-4.5" />
      </button>
    </Tooltip>
  </Form>
)

const REMOVING = { Delete: 'Deleting...', Remove: 'Removing...', End: 'Ending...' }

/** What the page that edits a row says of it. */
type RowTexts = ReturnType<typeof rowTexts>
type RowFailures = Pick<RowTexts, 'notMoved' | 'notSaved' | 'notRemoved'>

/** `it` as the form calls what it saves: 'the story'. */
export const rowTexts = (removing: keyof typeof REMOVING, one: string, it = `the ${one}`) => ({
  ...{ one, it },
  save: `Save ${one}`,
  remove: `${removing} ${one}`,
  question: `${removing} this ${one}?`,
  removing: REMOVING[removing],
  notMoved: { title: `Failed to move the ${one}` } as Failure,
  notSaved: { title: `Failed to save the ${one}` } as Failure,
  notRemoved: { title: `Failed to ${removing.toLowerCase()} the ${one}` } as Failure,
})

/** The client action of a list and its rows. */
export const stayOnListFailure = ({ notMoved, notSaved, notRemoved }: RowFailures) =>
  stayOnFailure((sent) => {
    if (sent.has('move')) return notMoved
    return sent.get('intent') === 'remove' ? notRemoved : notSaved
  })

type Values = Record<string, unknown>

type Props = {
  form: string
  texts: RowTexts
  table: Fields
  schema: z.ZodObject
  /** The page of the list, and what the loader gave of the row. */
  list: string
  row: { id: number | 'new'; words: Values | null; opened?: string | undefined }
  /** For fields that are one of the site's pictures. */
  pictures?: PicturesToChoose
  /** What fields offer while somebody types. */
  suggestions?: Suggestions
  heading: string
  /** What the dialog says before it is removed. */
  removal: ReactNode
  /** It cannot be removed again. */
  isOver?: boolean
  above?: ReactNode
  panel?: string
  grid?: string
}

/** The page that edits one row of a list, or adds one: its form, and the question before it is removed. */
export function EditRow(props: Props) {
  const {
    texts,
    table,
    schema,
    list,
    pictures,
    suggestions,
    panel = 'max-w-4xl',
    grid = 'sm:grid-cols-2',
  } = props
  const { id, words, opened } = props.row
  const [query] = useSearchParams()
  const lastResult = useLastActionData<typeof editRow>()
  const notRemoved = lastResult?.error?.remove?.[0]
  const [form, inputs] = useStaffForm<z.ZodType<unknown, Values>>(schema, {
    id: props.form,
    lastResult: useLastResult(notRemoved ? undefined : lastResult),
    defaultValue: ofEach(table, (name) => asTyped(table[name], words ? words[name] : table[name]?.usual)),
    shouldValidate: 'onBlur',
  })
  const page = `${list}/${lastResult && 'isGone' in lastResult ? 'new' : id}`
  if (id !== 'new' && !words && !lastResult) return <RowNotFound list={list} what={texts.one} />
  return (
    <>
      <AdminHeading title={props.heading} />
      {words && query.has('remove') && (
        <RemovalDialog
          title={texts.question}
          page={page}
          label={texts.remove}
          busyLabel={texts.removing}
          notSent={texts.notRemoved}
          {...(notRemoved && { refused: notRemoved })}
        >
          {props.removal}
        </RemovalDialog>
      )}
      <AdminPanel className={`${panel} p-5`}>
        {props.above}
        <Form method="post" action={page} {...getFormProps(form)} className={`grid gap-5 ${grid}`}>
          <OpenedVersion opened={opened} lastResult={lastResult} what={texts.it} />
          <TableFields {...{ table, form, inputs, pictures, suggestions }} />
          <div className="col-span-full">
            <SaveBar
              label={texts.save}
              backTo={list}
              errors={form.errors}
              notSent={texts.notSaved}
              {...(words && !props.isOver && { removeTo: `${page}?remove`, removeLabel: texts.remove })}
            />
          </div>
        </Form>
      </AdminPanel>
    </>
  )
}

/** What a form begins with where this is stored. */
function asTyped(field: Field | undefined, stored: unknown): string | undefined {
  if (typeof stored !== 'boolean') return stored == null ? undefined : String(stored)
  return stored ? (field?.kind === 'tick' ? 'on' : 'yes') : undefined
}

/** A page of something that was deleted, or never was. */
export const RowNotFound = ({ list, what }: { list: string; what: string }) => (
  <>
    <AdminHeading title={`There is no such ${what}`} />
    <EmptyState title={`This ${what} was deleted, or its address is not complete`}>
      <AdminLink to={list} className="mt-3">
        Back to the list
      </AdminLink>
    </EmptyState>
  </>
)
