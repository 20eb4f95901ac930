import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import { addSubscribers, type ListFile, textOfList } from '#app/people/add-subscribers.server'
import { subscriberCount } from '#app/people/send-campaign.server'
import { LIST_TOO_LARGE, LIST_TOO_LARGE_PARAMETER } from '#app/people/subscriber-words'
import { now } from '#app/platform/clock.server'
import { postedForm } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { keepTyped, useAdminAnswer, useKeptForm } from '#app/ui/admin/admin-form'
import { AdminHeading, adminHead } from '#app/ui/admin/admin-parts'
import { TextLink } from '#app/ui/link'
import { AddedSubscribers, type SubscriberErrors, SubscribersForm } from './subscribers-form'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see newsletter')
  return { subscribers: subscriberCount() }
}

/** Answers with the result on the page itself: sent again, the same list adds nobody twice. */
export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change newsletter')
  const { addresses, consent, file } = await readUpload(request)
  const pasted = addresses.trim()
  const errors = {
    ...(pasted === '' && !file && { addresses: 'Please paste email addresses or choose a file' }),
    ...(file && 'refused' in file && { list: file.refused }),
    ...(!consent && { consent: 'Please confirm that they agreed to receive our newsletter' }),
  }
  if (Object.keys(errors).length > 0) return data({ errors, addresses, added: null }, { status: 400 })

  const fromFile = file && 'text' in file ? file.text : ''
  const lists = [pasted, fromFile].filter((list) => list !== '')
  const added = []
  for (const list of lists) added.push(await addSubscribers(list, staff, now()))
  return data({ errors, addresses: '', added })
}

export const clientAction = keepTyped({ title: 'Failed to add subscribers' })

export const meta: MetaFunction = () => adminHead('Add subscribers')

export default function AddSubscribersPage() {
  const { subscribers } = useLoaderData<typeof loader>()
  const answer = useAdminAnswer<typeof action>()
  const kept = useKeptForm()
  const isTooLarge = useSearchParams()[0].has(LIST_TOO_LARGE_PARAMETER)
  const errors: SubscriberErrors = answer?.errors ?? (isTooLarge ? LIST_REFUSED : NO_ERRORS)
  return (
    <>
      <AdminHeading
        title="Add subscribers"
        lead={
          <>
            {subscribers.toLocaleString('en-US')} on the newsletter list.{' '}
            <TextLink to="/admin/campaigns">All campaigns</TextLink>
          </>
        }
      />
      {answer?.added && <AddedSubscribers results={answer.added} />}
      <SubscribersForm
        errors={errors}
        addresses={answer?.addresses ?? kept?.addresses ?? ''}
        added={answer?.added ?? null}
        tooLarge={LIST_TOO_LARGE}
      />
    </>
  )
}

const LIST_REFUSED: SubscriberErrors = { list: LIST_TOO_LARGE }
const NO_ERRORS: SubscriberErrors = {}

type SubscriberUpload = { addresses: string; consent: boolean; file: ListFile | null }

/**
 * Reads the form of new subscribers: like readForm, named fields only, and the file. Throws a Response alike.
 */
async function readUpload(request: Request): Promise<SubscriberUpload> {
  const form = await postedForm(request)
  const addresses = form.get('addresses')
  const file = form.get('list')
  return {
    addresses: typeof addresses === 'string' ? addresses : '',
    consent: form.get('consent') === 'on',
    // A form without a chosen file sends an empty one without a name.
    file: file instanceof Blob && file.size > 0 ? textOfList(new Uint8Array(await file.arrayBuffer())) : null,
  }
}
