import type { ClientActionFunctionArgs } from '@remix-run/react'
import type { FormAnswer } from './form-answer'

/**
 * The client action of pages with a form. The network, a rate or the site itself may fail: that is said in the form,
 * which keeps what was typed, and not by the error screen in its place.
 */
export async function keepFormOnFailure({
  request,
  serverAction,
}: ClientActionFunctionArgs): Promise<unknown> {
  const sent = await request.clone().formData()
  try {
    return await serverAction()
  } catch (thrown) {
    // The redirect after success.
    if (thrown instanceof Response) throw thrown
    const named = sent.get('form')
    const form = named === 'newsletter' || named === 'watch' ? named : 'inquiry'
    const answer: FormAnswer = { form, errors: {}, values: {}, refused: null, notTaken: true }
    // The status keeps Remix from asking the loaders anew: they would fail as well while the network is down.
    return Response.json(answer, { status: 503 })
  }
}
