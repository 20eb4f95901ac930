import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { matchedPath } from '#app/server/guards/answer'
import { readForm } from '#app/server/guards/read-form.server'
import { ButtonLink } from '#app/ui/button'
import { pageHead } from '#app/ui/page-head'
import { FocusedMessage, QuestionScreen } from '#app/ui/shell/message-screens'
import { LETTER_LINKS } from './letter-links.server'

export function loader({ request, params }: LoaderFunctionArgs) {
  const { path, title, description, pageOf } = letterLink(request)
  const { status, ...page } = pageOf(params.token ?? '')
  return data({ head: { path, title, description }, ...page }, { status })
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { press, pageOf } = letterLink(request)
  const token = params.token ?? ''
  // Mail programs press some buttons with another body, or none.
  const form = await readForm(request, ['shown']).catch(() => null)
  const shown = String(form?.get('shown') ?? '')
  const isDone = press(token, request, shown)
  return data({ isDone }, { status: isDone ? 200 : pageOf(token).status })
}

function letterLink(request: Request) {
  const path = matchedPath(request).replace(/\/[^/]*$/, '')
  const link = LETTER_LINKS[path]
  if (!link) throw new Response(null, { status: 404 })
  return { path, ...link }
}

export const meta: MetaFunction<typeof loader> = ({ data: page, matches }) =>
  page ? pageHead({ ...page.head, noindex: true, matches }) : []

export default function LetterLinkPage() {
  const page = useLoaderData<typeof loader>()
  const isDone = useActionData<typeof action>()?.isDone ?? false
  const shown = (isDone && page.justDone) || page.shown
  if ('yes' in shown) return <QuestionScreen {...shown} />
  const { title, text, way } = shown
  return (
    <FocusedMessage
      isNews={isDone}
      title={title}
      text={text}
      actions={way && <ButtonLink to={way.to}>{way.label}</ButtonLink>}
    />
  )
}
