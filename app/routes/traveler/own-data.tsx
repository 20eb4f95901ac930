import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData, useNavigation, useSearchParams } from '@remix-run/react'
import { machineNow, now } from '#app/platform/clock.server'
import { inWords } from '#app/platform/words'
import { readForm } from '#app/server/guards/read-form.server'
import { addressOfDataLink, askToBeErased } from '#app/server/personal/data-link.server'
import { heldInWords } from '#app/server/personal/personal-data.server'
import { readForOwner } from '#app/server/personal/read-person.server'
import { AGREEMENT_RETAINED_YEARS } from '#app/server/retention/retained-for.server'
import { Button, ButtonLink, buttonLook } from '#app/ui/button'
import { HeldDataList } from '#app/ui/held-data'
import { Notice } from '#app/ui/notice'
import { unlistedHead } from '#app/ui/page-head'
import { NarrowPage } from '#app/ui/panel'
import { redirectWithToast, successToast } from '#app/ui/toasts/flash.server'

/** All that is held of the owner of a mailbox, by the link that went there. */
export function loader({ params }: LoaderFunctionArgs) {
  const token = params.token ?? ''
  const email = addressOfDataLink(token, machineNow())
  if (email === null) return data(null, 404)
  const rows = readForOwner(email)
  const hasAgreed = rows.some(({ name }) => name === 'autopay_consents')
  return data({
    ...{ email, token, held: heldInWords(rows, 'person') },
    agreementYears: hasAgreed ? inWords(AGREEMENT_RETAINED_YEARS) : null,
  })
}

export async function action({ request, params }: ActionFunctionArgs) {
  const token = params.token ?? ''
  await readForm(request, [])
  const email = addressOfDataLink(token, machineNow())
  if (email === null) throw new Response(null, { status: 404 })
  askToBeErased(email, token, now())
  return redirectWithToast(`/my-data/${token}?asked`, ASKED)
}

const ASKED = successToast(
  'We’ve got your request',
  'We’ll erase what we hold about you, and write to you if something, such as a coming journey, stands in the way.',
)

export const meta = unlistedHead('/my-data', 'My data', 'What we hold about you.')

export default function OwnDataPage() {
  const shown = useLoaderData<typeof loader>()
  const isAsking = useNavigation().formMethod === 'POST'
  const [query] = useSearchParams()
  if (!shown)
    return (
      <NarrowPage
        title="This link has ended"
        lead="A link to your data works for a day. Please ask for a new one."
      >
        <ButtonLink to="/my-data">Send me a new link</ButtonLink>
      </NarrowPage>
    )
  const { email, token, held, agreementYears } = shown
  return (
    <NarrowPage title="What we hold about you" lead={email}>
      {held.length === 0 ? (
        <Notice tone="success" title="Nothing">
          We hold nothing about this address anymore.
        </Notice>
      ) : (
        <>
          <p className="flex flex-wrap gap-4">
            <a href={`/my-data/${token}/file`} download className={buttonLook('umber')}>
              Save as a file
            </a>
          </p>
          <HeldDataList held={held} rowLook="rounded-lg border border-line" />
          <section className="mt-10 border-line border-t pt-6">
            <h2 className="type-h3">Erase it</h2>
            <p className="mt-3 text-ink-soft">
              We’ll delete all of this, after a journey that is still ahead of you. Amounts, dates and booking
              references stay in our books, without your name.
              {agreementYears &&
                ` What you agreed we may charge automatically stays for ${agreementYears} years after it ended, as proof for both of us, without your address.`}
            </p>
            {query.has('asked') ? (
              <p className="mt-3 font-medium">You have asked us to erase it. Nothing more is needed.</p>
            ) : (
              <Form method="post" className="mt-5">
                <Button tone="outline" busy={isAsking} busyLabel="Sending...">
                  Ask us to erase it
                </Button>
              </Form>
            )}
          </section>
        </>
      )}
    </NarrowPage>
  )
}
