import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData, useNavigation, useSearchParams } from '@remix-run/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type Added, addSubscribers, textOfList } from '#app/people/add-subscribers.server'
import { type Unclear, unclearList } from '#app/people/read-list.server'
import {
  LIST_AT_MOST,
  LIST_BYTES_AT_MOST,
  LIST_TOO_LARGE,
  LIST_TOO_LARGE_PARAMETER,
} from '#app/people/subscriber-words'
import { subscriberTotals } from '#app/people/subscribers.server'
import { now } from '#app/platform/clock.server'
import { counted } from '#app/platform/words'
import { type NamedForm, readUpload } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { NotSent, stayOnFailure, useLastActionData, useUnsavedForm } from '#app/ui/admin/admin-form'
import {
  AdminHeading,
  AdminPanel,
  AdminRow,
  AdminTable,
  adminHead,
  SubmitButton,
} from '#app/ui/admin/admin-parts'
import { FieldError, TextAreaField, TextField } from '#app/ui/field'
import { TextLink } from '#app/ui/link'
import { Notice } from '#app/ui/notice'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see newsletter')
  return { subscribers: subscriberTotals().confirmed }
}

/** Answers with the result on the page itself: sent again, the same list adds no one twice. */
export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change newsletter')
  const { form, file: sent } = await readUpload(request, ['addresses', 'consent', 'column'], 'list')
  const addresses = String(form.get('addresses') ?? '')
  const pasted = addresses.trim()
  // A form without a chosen file sends an empty one without a name.
  const file = sent && sent.size > 0 ? textOfList(new Uint8Array(await sent.arrayBuffer())) : null
  const errors = {
    ...(pasted === '' && !file && { addresses: 'Please paste email addresses or choose a file' }),
    ...(file && 'refused' in file && { list: file.refused }),
    ...(form.get('consent') !== 'on' && {
      consent: 'Please confirm that they agreed to receive our newsletter',
    }),
  }
  const refused = { errors, addresses, added: null, unclear: null }
  if (Object.keys(errors).length > 0) return data(refused, { status: 400 })

  const column = chosenColumn(form)
  const fromFile = file && 'text' in file ? file.text : ''
  const lists = [pasted, fromFile].filter((list) => list !== '')
  if (column === undefined)
    for (const list of lists) {
      const unclear = await unclearList(list)
      if (!unclear) continue
      if (unclear.columns.length > 0 && lists.length === 1)
        return data({ ...refused, unclear }, { status: 400 })
      const words = lists.length > 1 ? ONE_AT_A_TIME : NO_ADDRESSES
      const field = list === fromFile ? 'list' : 'addresses'
      return data({ ...refused, errors: { [field]: words } }, { status: 400 })
    }
  const added = []
  for (const list of lists) added.push(await addSubscribers(list, staff, now(), column))
  return data({ ...refused, addresses: '', added })
}

const NO_ADDRESSES = 'No email addresses were found in this list. Please check it and add it again.'
const ONE_AT_A_TIME =
  'It is not clear which column of this list has the addresses. Please add one list at a time, then you can choose.'

/** Which column of a list that was asked about has the addresses. */
function chosenColumn(form: NamedForm<'column'>): number | undefined {
  const chosen = String(form.get('column') ?? '')
  return /^\d{1,4}$/.test(chosen) ? Number(chosen) : undefined
}

export const clientAction = stayOnFailure({ title: 'Failed to add subscribers' })

export const meta = () => adminHead('Add subscribers')

export default function AddSubscribersPage() {
  const { subscribers } = useLoaderData<typeof loader>()
  const answer = useLastActionData<typeof action>()
  const { added, unclear } = answer ?? {}
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
      {added && <AddedSubscribers results={added} />}
      {unclear ? <ColumnForm unclear={unclear} /> : <SubscribersForm />}
    </>
  )
}

/** Asks which column has the addresses. The list goes along, with those columns alone. */
function ColumnForm({ unclear: { columns, list } }: { unclear: Unclear }) {
  const place = useRef<HTMLDivElement>(null)
  const adding = useNavigation().formAction === HERE
  useEffect(() => {
    if (list) place.current?.focus()
  }, [list])
  return (
    <AdminPanel className="max-w-3xl p-5">
      <Notice
        ref={place}
        tabIndex={-1}
        tone="wait"
        role="alert"
        title="Which column has the addresses?"
        className="mb-6 outline-none"
      >
        <p>The headings of this list don’t make it certain, so no one was added yet.</p>
      </Notice>
      <Form method="post" action={HERE} encType="multipart/form-data" className="grid gap-6">
        <textarea name="addresses" defaultValue={list} hidden readOnly />
        <input type="hidden" name="consent" value="on" />
        <fieldset className="grid gap-1">
          <legend className="mb-2 font-semibold text-xs">Column with their own addresses</legend>
          {columns.map(({ name, example }, column) => (
            <label
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
              key={column}
              className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5 text-sm"
            >
              <input
                type="radio"
                name="column"
                value={column}
                required
                className="mt-0.5 size-5 flex-none accent-umber"
              />
              <span className="min-w-0 [overflow-wrap:anywhere]" dir="auto">
                {name} <span className="text-admin-soft">(such as {example})</span>
              </span>
            </label>
          ))}
        </fieldset>
        <NotSent />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton busy={adding} label="Add subscribers" busyLabel="Adding..." />
          <TextLink to={HERE} reloadDocument>
            Choose another list
          </TextLink>
        </div>
      </Form>
    </AdminPanel>
  )
}

type SubscriberErrors = { addresses?: string; list?: string; consent?: string }

const LIST_REFUSED: SubscriberErrors = { list: LIST_TOO_LARGE }
const NO_ERRORS: SubscriberErrors = {}

const HERE = '/admin/subscribers/add'
/** The form around it takes some bytes too. */
const FILE_BYTES_AT_MOST = LIST_BYTES_AT_MOST - 100_000

function SubscribersForm() {
  const answer = useLastActionData<typeof action>()
  const unsaved = useUnsavedForm()
  const isTooLarge = useSearchParams()[0].has(LIST_TOO_LARGE_PARAMETER)
  const errors: SubscriberErrors = answer?.errors ?? (isTooLarge ? LIST_REFUSED : NO_ERRORS)
  const addresses = answer?.addresses ?? unsaved?.addresses ?? ''
  const added = answer?.added
  const form = useRef<HTMLFormElement>(null)
  const adding = useNavigation().formAction === HERE
  const [fileError, setFileError] = useState<string | null>(null)
  const listError = fileError ?? errors.list

  useEffect(() => {
    if (added) form.current?.reset()
  }, [added])
  useEffect(() => {
    if (errors) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors])

  function checkFile({ currentTarget: { files } }: FormEvent<HTMLInputElement>) {
    setFileError((files?.[0]?.size ?? 0) > FILE_BYTES_AT_MOST ? LIST_TOO_LARGE : null)
  }

  function send(event: FormEvent) {
    if (fileError || adding) event.preventDefault()
  }

  return (
    <AdminPanel className="max-w-3xl p-5">
      <Form
        ref={form}
        method="post"
        action={HERE}
        encType="multipart/form-data"
        preventScrollReset
        onSubmit={send}
        className="grid gap-6"
      >
        <TextAreaField
          name="addresses"
          label="Email addresses"
          rows={8}
          defaultValue={addresses}
          errors={errors.addresses ? [errors.addresses] : undefined}
          hint="One on each line, or separated by commas or semicolons. Names may come before them: Wanjiru Kamau <wanjiru@example.com>"
          autoFocus={Boolean(errors.addresses)}
        />
        <TextField
          type="file"
          name="list"
          label="Or a CSV file"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          errors={listError ? [listError] : undefined}
          hint={
            addresses || errors.consent
              ? `Choose the file again if it is gone: not all browsers keep it. Up to ${LIST_AT_MOST}; only the column with their addresses is read.`
              : `Up to ${LIST_AT_MOST}. Only the column with their addresses is read; if it isn’t clear which one that is, you choose.`
          }
          onChange={checkFile}
          className="[&_input]:h-auto [&_input]:py-2.5"
        />
        <Consent error={errors.consent} />
        <NotSent />
        <div className="flex flex-wrap items-center gap-3">
          <SubmitButton busy={adding} label="Add subscribers" busyLabel="Adding..." />
          <p className="text-admin-soft text-xs">
            Nothing is sent to them now. Anyone who has unsubscribed stays off.
          </p>
        </div>
      </Form>
    </AdminPanel>
  )
}

const Consent = ({ error }: { error?: string }) => (
  <div>
    <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5 text-sm">
      <input
        type="checkbox"
        name="consent"
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'consent-error' : undefined}
        className="mt-0.5 size-5 flex-none accent-umber"
      />
      <span>All of them agreed to receive our newsletter. My name is recorded with their addresses.</span>
    </label>
    <FieldError id="consent-error" message={error} />
  </div>
)

/** The result of the pasted list, of the file, or of both. */
function AddedSubscribers({ results }: { results: Added[] }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (results) place.current?.focus()
  }, [results])
  const sum = (figure: 'added' | 'alreadyThere' | 'refused') =>
    results.reduce((total, result) => total + result[figure], 0)
  const refused = sum('refused')
  const refusals = results.flatMap((result) => result.refusals)
  return (
    <div className="mb-8 grid max-w-3xl gap-5">
      <Notice
        ref={place}
        tabIndex={-1}
        tone={sum('added') > 0 ? 'success' : 'info'}
        role="status"
        title={counted(sum('added'), 'new subscriber')}
        className="outline-none"
      >
        <p>
          {showCount(sum('alreadyThere'))} already there, {showCount(refused)} refused.
        </p>
      </Notice>
      {refusals.length > 0 && (
        <section aria-labelledby="refused">
          <h2 id="refused" className="mb-1 font-semibold text-control">
            Refused
          </h2>
          <p className="mb-3 text-admin-soft text-sm">
            {refused > refusals.length
              ? `The first ${showCount(refusals.length)} of ${showCount(refused)}. `
              : ''}
            Everything else was added. Fix these lines and add them again.
          </p>
          <AdminTable caption="Refused lines" columns={['Line', 'What it said', 'Why']}>
            {refusals.map(({ line, text, reason }, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and a line may be in it twice
              <AdminRow key={row}>
                <td>{showCount(line)}</td>
                <td className="break-words" dir="auto">
                  {text}
                </td>
                <td>{reason}</td>
              </AdminRow>
            ))}
          </AdminTable>
        </section>
      )}
    </div>
  )
}

const showCount = (count: number) => count.toLocaleString('en-US')
