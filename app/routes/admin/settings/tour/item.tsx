import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { EditRow, keepEdited, rowTexts } from '#app/routes/admin/settings/edit-row'
import { editRow, openRow } from '#app/routes/admin/settings/list-answers.server'
import { namedList } from '#app/server/guards/named-rows.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { FACTS_TO_WRITE } from '#app/tours/questions'
import { TOUR_ITEM_LIMITS, TOUR_ITEMS_AT_MOST, TOUR_LISTS, tourItemForm } from '#app/tours/tour-forms'
import { itemsIn, type TourItemKind } from '#app/tours/tour-lists.server'
import { adminHead } from '#app/ui/admin/admin-parts'
import { TextAreaField, TextField } from '#app/ui/field'

const FAILURES = { notSaved: { title: 'Failed to save it' }, notRemoved: { title: 'Failed to remove it' } }
const GONE = 'This was removed in the meantime. Go back to the list and add it as a new one.'

const labelsOf = (kind: TourItemKind) => ({
  title: TOUR_LISTS[kind].title ?? '',
  text: TOUR_LISTS[kind].text,
})
const listOf = (kind: string) => `/admin/settings/tour/lists/${kind}`

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  const kind = namedList(params)
  return openRow(params.id, itemsIn(kind).open, { kind })
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change tour')
  const kind = namedList(params)
  return editRow(request, params.id, staff, {
    ...itemsIn(kind),
    ...{ schema: tourItemForm(kind), list: listOf(kind) },
    labels: labelsOf(kind),
    refusals: {
      gone: { formErrors: [GONE] },
      'too-many': { formErrors: [`A list has ${TOUR_ITEMS_AT_MOST} at most.`] },
    },
    saved: () => ({ title: 'Saved', description: 'The tour page shows it now.' }),
    removed: { title: 'Removed', description: 'The page no longer shows it.' },
  })
}

export const clientAction = keepEdited(FAILURES)

export const meta = () => adminHead('The tour page')

export default function TourItemPage() {
  const { kind, ...row } = useLoaderData<typeof loader>()
  const item = row.words
  const { one, title } = TOUR_LISTS[kind]
  const texts = { ...rowTexts('Remove', one, 'this'), ...FAILURES, save: 'Save', remove: 'Remove' }
  return (
    <EditRow
      {...{ form: 'tour-item', texts, schema: tourItemForm(kind), list: listOf(kind), row, begin: item }}
      {...{ labels: labelsOf(kind), limits: TOUR_ITEM_LIMITS }}
      heading={item ? item.title || `Edit ${one}` : `Add ${one}`}
      removal={
        <>
          <strong dir="auto">{item?.title || item?.text}</strong> disappears from the tour page. This cannot
          be undone.
        </>
      }
      grid=""
    >
      {(field) => (
        <>
          {title && <TextField {...field('title')} required />}
          <TextAreaField
            {...field('text')}
            required
            rows={kind === 'question' ? 5 : 2}
            hint={kind === 'question' ? `Facts that follow the departure: ${FACTS_TO_WRITE}.` : undefined}
          />
        </>
      )}
    </EditRow>
  )
}
