import type { SubmissionResult } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { rememberLink } from '#app/server/guards/guest-cookies.server'
import { unlistedHead } from '#app/ui/page-head'
import { UnknownLink } from '#app/ui/shell/contact-line'
import { linkedTraveler } from '../named-traveler.server'
import { answerSigning, signingPage } from './answer-signing.server'
import { SigningScreen } from './signing-screen'

/** A document, for a traveler by their own link. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const found = named(params)
  const page = found && signingPage(found, params.document, 'own')
  if (!found || !page) return data(null, 404)
  const { back, here, token } = found
  return data({ page, back, here }, { headers: await rememberLink(request, token) })
}

export async function action({ request, params }: ActionFunctionArgs) {
  const found = named(params)
  if (!found) throw new Response(null, { status: 404 })
  return answerSigning(request, found, { document: params.document, byLink: 'own', here: found.here })
}

function named(params: LoaderFunctionArgs['params']) {
  const found = linkedTraveler(params)
  if (!found) return null
  const back = `/traveler/${found.token}`
  return { ...found, back, here: `${back}/sign/${params.document}` }
}

export const meta = unlistedHead(
  '/traveler',
  'A document to sign',
  'What travelers of this journey agree to.',
)

export default function SigningPage() {
  const found = useLoaderData<typeof loader>()
  const answer = useActionData<SubmissionResult>()
  return found ? <SigningScreen {...found} answer={answer} /> : <UnknownLink />
}
