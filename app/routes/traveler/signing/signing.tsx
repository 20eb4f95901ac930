import type { SubmissionResult } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { rememberLink } from '#app/server/guards/guest-cookies.server'
import type { SignedByLink } from '#app/travelers/signatures.server'
import { unlistedHead } from '#app/ui/page-head'
import { UnknownLink } from '#app/ui/shell/contact-line'
import { bookedTraveler, linkedTraveler } from '../named-traveler.server'
import { answerSigning, signingPage } from './answer-signing.server'
import { SigningScreen } from './signing-screen'

/** A document, for anyone who holds the booking’s link, and for a traveler by their own. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const found = named(params)
  const page = found && signingPage(found, params.document, found.byLink)
  if (!found || !page) return data(null, 404)
  const { back, here, token } = found
  return data({ page, back, here }, { headers: await rememberLink(request, token) })
}

export async function action({ request, params }: ActionFunctionArgs) {
  const found = named(params)
  if (!found) throw new Response(null, { status: 404 })
  const { byLink, here } = found
  return answerSigning(request, found, { document: params.document, byLink, here })
}

function named(params: LoaderFunctionArgs['params']) {
  const byLink: SignedByLink = params.position === undefined ? 'own' : 'booking'
  const found = byLink === 'own' ? linkedTraveler(params) : bookedTraveler(params)
  if (!found) return null
  const back =
    byLink === 'own'
      ? `/traveler/${found.token}`
      : `/booking/${found.token}/travelers/${found.traveler.position}`
  return { ...found, byLink, back, here: `${back}/sign/${params.document}` }
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
