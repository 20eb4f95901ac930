import { type FieldMetadata, getFormProps } from '@conform-to/react'
import { Form, useSearchParams } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { adminField } from '#app/ui/admin/admin-fields'
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
import type { editRow } from './list-answers.server'

const REMOVING = { Delete: 'Deleting...', Remove: 'Removing...', End: 'Ending...' }

/** What the page that edits a row says of it. */
type RowTexts = ReturnType<typeof rowTexts>

/** `it` as the form calls what it saves: 'the story'. */
export const rowTexts = (removing: keyof typeof REMOVING, one: string, it = `the ${one}`) => ({
  ...{ one, it },
  save: `Save ${one}`,
  remove: `${removing} ${one}`,
  question: `${removing} this ${one}?`,
  removing: REMOVING[removing],
  notSaved: { title: `Failed to save the ${one}` } as Failure,
  notRemoved: { title: `Failed to ${removing.toLowerCase()} the ${one}` } as Failure,
})

export const keepEdited = ({ notSaved, notRemoved }: Pick<RowTexts, 'notSaved' | 'notRemoved'>) =>
  stayOnFailure((sent) => (sent.get('intent') === 'remove' ? notRemoved : notSaved))

type Values = Record<string, unknown>
export type FieldOf<Name extends string> = (
  name: Name,
) => ReturnType<typeof adminField<Values>> & { label: string }

type Props<Schema extends z.ZodObject> = {
  form: string
  texts: RowTexts
  schema: Schema
  labels: Record<Exclude<keyof Schema['shape'] & string, 'version'>, string>
  /** The longest that each text may be, in characters. */
  limits: Partial<Record<string, number>>
  /** The page of the list, and what the loader gave of the row. */
  list: string
  row: { id: number | 'new'; words: object | null; opened?: string | undefined }
  /** What the fields begin with. */
  begin: Record<string, string | null | undefined> | null
  heading: string
  /** What the dialog says before it is removed. */
  removal: ReactNode
  /** It cannot be removed again. */
  isOver?: boolean
  above?: ReactNode
  panel?: string
  grid?: string
  children: (field: FieldOf<Exclude<keyof Schema['shape'] & string, 'version'>>) => ReactNode
}

/** The page that edits one row of a list, or adds one: its form, and the question before it is removed. */
export function EditRow<Schema extends z.ZodObject>(props: Props<Schema>) {
  const { texts, schema, labels, limits, list, begin, panel = 'max-w-4xl', grid = 'sm:grid-cols-2' } = props
  const { id, words, opened } = props.row
  const [query] = useSearchParams()
  const lastResult = useLastActionData<typeof editRow>()
  const notRemoved = lastResult?.error?.remove?.[0]
  const [form, fields] = useStaffForm<z.ZodType<unknown, Values>>(schema, {
    id: props.form,
    lastResult: useLastResult(notRemoved ? undefined : lastResult),
    defaultValue: begin,
    shouldValidate: 'onBlur',
  })
  const page = `${list}/${lastResult && 'isGone' in lastResult ? 'new' : id}`
  if (id !== 'new' && !words && !lastResult) return <GoneFromList list={list} what={texts.one} />
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
          {props.children((name) => ({
            ...adminField(form, fields[name] as FieldMetadata<unknown, Values, string[]>),
            ...(limits[name] && { maxLength: limits[name] }),
            label: labels[name],
          }))}
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

/** A page of something that was deleted, or never was. */
export const GoneFromList = ({ list, what }: { list: string; what: string }) => (
  <>
    <AdminHeading title={`There is no such ${what}`} />
    <EmptyState title={`This ${what} was deleted, or its address is not complete`}>
      <AdminLink to={list} className="mt-3">
        Back to the list
      </AdminLink>
    </EmptyState>
  </>
)
