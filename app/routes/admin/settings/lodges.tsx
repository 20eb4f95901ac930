import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { today } from '#app/platform/clock.server'
import { listedWords } from '#app/platform/typed/fields'
import { counted } from '#app/platform/words'
import {
  EditRow,
  OrderedListPage,
  rowTexts,
  stayOnListFailure,
} from '#app/routes/admin/settings/editable-list'
import { editList, goneRow, openRow } from '#app/routes/admin/settings/list-answers.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { pictureAt, picturesToChoose } from '#app/site/gallery.server'
import { PICTURE_GONE } from '#app/site/picture'
import { LODGE, LodgeForm } from '#app/tours/lodge-form'
import { changeLodge, departuresSleepingIn, lodgeList } from '#app/tours/lodges.server'
import { adminHead } from '#app/ui/admin/admin-parts'

const LIST = '/admin/settings/lodges'
const TEXTS = rowTexts('Delete', 'lodge')
const KNOWN = 'Another lodge has this name. Days name their lodge, so each needs a name of its own.'

const onDepartures = (count: number) => (count > 0 ? counted(count, 'departure') : 'no departure ahead')

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  if (params.id) return openRow(params.id, lodgeList.open, { pictures: picturesToChoose() })
  const departuresIn = departuresSleepingIn(today())
  return {
    lodges: lodgeList.all().map((lodge) => ({
      ...{ id: lodge.id, name: lodge.name },
      picture: pictureAt(lodge.pictures[0] ?? ''),
      about: [
        listedWords(LODGE, lodge),
        counted(lodge.pictures.length, 'picture'),
        onDepartures(departuresIn(lodge.name)),
      ].join(' · '),
    })),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change tour')
  return editList(request, params.id, staff, {
    ...lodgeList,
    change: changeLodge,
    ...{ table: LODGE, schema: LodgeForm, list: LIST },
    refusals: {
      gone: goneRow('lodge'),
      'known-name': { fieldErrors: { name: [KNOWN] } },
      'no-such-picture': { formErrors: [PICTURE_GONE] },
    },
    saved: ({ name }) => ({ title: 'Lodge saved', description: name }),
    removed: { title: 'Lodge deleted', description: 'Days that name it show its name alone.' },
  })
}

export const clientAction = stayOnListFailure(TEXTS)

export const meta = ({ params }: MetaArgs) => adminHead(params.id ? 'Lodge' : 'Lodges')

/** The lodges in the order of the road; or one of them, to be written. */
export default function LodgesPage() {
  const loaded = useLoaderData<typeof loader>()
  if ('lodges' in loaded)
    return (
      <OrderedListPage
        title="Lodges"
        lead="Where travelers sleep, with pictures. The tour page and the trip book show the lodges that a departure’s days name."
        page={LIST}
        one="lodge"
        rows={loaded.lodges}
        empty={{ title: 'No lodges yet', note: 'Add one under the name that the days give it.' }}
      />
    )
  const { pictures, ...row } = loaded
  const lodge = row.words
  return (
    <EditRow
      {...{ form: 'lodge', texts: TEXTS, table: LODGE, schema: LodgeForm, list: LIST }}
      {...{ row, pictures }}
      heading={lodge?.name ?? 'Add lodge'}
      removal={
        <>
          What is written of <strong dir="auto">{lodge?.name}</strong> disappears from the site. The days keep
          its name. This cannot be undone.
        </>
      }
    />
  )
}
