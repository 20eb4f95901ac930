import { useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type ClientActionFunctionArgs, type ShouldRevalidateFunction, useLoaderData } from '@remix-run/react'
import { revalidateAfterError, stayOnFailure } from '#app/ui/admin/admin-form'
import { RouteDialog } from '#app/ui/admin/route-dialog'
import { AskForm, MoneyDialog, useMoneyResult, useQuote } from '../money-dialog'
import { type Command, carryOut, openDialog } from './command.server'
import { dialogAt } from './paths'
import type { AnyScreen, OpenedPage } from './screens/screen'
import { SCREENS } from './screens/table'
import { COMMANDS } from './table.server'

/** Every dialog that changes a booking: what the site does for it, and what is seen of it, are two tables. */
export async function loader(args: LoaderFunctionArgs) {
  const { name, which } = asked(args.request)
  return { name, which, page: await openDialog(args, COMMANDS[name] as Command, which) }
}

export function action(args: ActionFunctionArgs) {
  const { name, which } = asked(args.request)
  return carryOut(args, COMMANDS[name] as Command, which)
}

function asked({ url }: Request) {
  const dialog = dialogAt(url)
  if (!dialog) throw new Response('Not found', { status: 404 })
  return dialog
}

const screenAt = (url: string) => {
  const dialog = dialogAt(url)
  return dialog && SCREENS[dialog.name]
}

export const clientAction = (args: ClientActionFunctionArgs) =>
  stayOnFailure({ title: screenAt(args.request.url)?.failed ?? 'Failed to change the booking' })(args)

export const shouldRevalidate: ShouldRevalidateFunction = (after) =>
  revalidateAfterError(after) &&
  (after.defaultShouldRevalidate || screenAt(after.currentUrl.pathname)?.reloads === true)

export default function CommandPage() {
  const { name, which, page } = useLoaderData<typeof loader>()
  const screen = SCREENS[name] as unknown as AnyScreen
  const opened = page as OpenedPage
  const quote = useQuote(opened.quote)
  const Dialog = screen.ask && !quote ? Ask : Confirm
  return <Dialog key={`${which} ${quote !== null}`} {...{ id: name, screen }} page={{ ...opened, quote }} />
}

type Props = { id: string; screen: AnyScreen; page: OpenedPage }

/** What is typed first: what it comes to is shown next. */
function Ask({ id, screen, page }: Props) {
  const [form, fields] = useForm<Record<string, string>>({
    id,
    lastResult: page.result,
    defaultValue: page.typed,
  })
  const dialog = screen.ask?.(page, fields)
  if (!dialog || !('label' in dialog)) return dialog
  return (
    <RouteDialog title={dialog.title} closeTo={`/admin/bookings/${page.reference}`}>
      {dialog.before}
      <AskForm form={form} label={dialog.label}>
        {dialog.fields}
      </AskForm>
      {dialog.after}
    </RouteDialog>
  )
}

/** What it comes to, before it is done. */
function Confirm({ id, screen: { checks, usually, confirm }, page }: Props) {
  const { quote } = page
  const lastResult = useMoneyResult()
  const [form, fields] = useForm<Record<string, string>, Record<string, unknown>>({
    id: `confirm-${id}`,
    lastResult,
    defaultValue: usually?.(page),
    ...(checks && {
      onValidate: ({ formData }) => parseWithZod(formData, { schema: checks }),
      shouldRevalidate: 'onInput',
    }),
  })
  const dialog = confirm(page, fields, textsIn(lastResult?.initialValue))
  if (!('button' in dialog)) return dialog
  const { button, sent, fields: children, ...parts } = dialog
  return (
    <MoneyDialog
      {...{ form, reference: page.reference, formKey: page.formKey, backTo: page.back ?? undefined }}
      {...parts}
      {...button}
      shown={{ ...page.typed, ...(quote && { quoted: quote.quoted }), ...sent }}
    >
      {children}
    </MoneyDialog>
  )
}

const textsIn = (sent: Record<string, unknown> | null | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(sent ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
