import { getFormProps, useForm } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { travelerAddress } from '#app/bookings/party.server'
import { EMAIL_AT_MOST } from '#app/platform/typed/fields'
import { rememberLink } from '#app/server/guards/guest-cookies.server'
import { readForm } from '#app/server/guards/read-form.server'
import { adminField } from '#app/ui/admin/admin-fields'
import { Button } from '#app/ui/button'
import { TextField } from '#app/ui/field'
import { TextLink } from '#app/ui/link'
import { unlistedHead } from '#app/ui/page-head'
import { Panel } from '#app/ui/panel'
import { UnknownLink } from '#app/ui/shell/contact-line'
import { bookedTraveler } from '../named-traveler.server'
import {
  answerCompanionLink,
  answerDetails,
  type DetailsAnswer,
  type DetailsPage,
  detailsFields,
  detailsPage,
} from './answer-details.server'
import { DetailsScreen } from './details-screen'

/** The form of one of a booking's travelers, for anyone who holds the booking's link. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const found = bookedTraveler(params)
  if (!found) return data(null, 404)
  const { booking, traveler, token } = found
  const isCompanion = traveler.position > 1
  return data(
    {
      page: detailsPage(traveler, booking, 'booking'),
      bookingPage: `/booking/${token}`,
      here: `/booking/${token}/travelers/${traveler.position}`,
      companion: isCompanion
        ? {
            address: travelerAddress(traveler),
            email: traveler.email ?? '',
            eachPays: booking.eachPays,
          }
        : null,
    },
    { headers: await rememberLink(request, token) },
  )
}

export async function action({ request, params }: ActionFunctionArgs) {
  const form = await readForm(request, ['email', ...detailsFields()])
  const found = bookedTraveler(params)
  if (!found) throw new Response(null, { status: 404 })
  const { booking, traveler, token } = found
  const here = `/booking/${token}/travelers/${traveler.position}`
  return form.get('intent') === 'send-link' && traveler.position > 1
    ? answerCompanionLink(form, traveler, booking, here)
    : answerDetails(form, traveler, here)
}

export const meta = unlistedHead(
  '/booking',
  'Travel details',
  'What the guide, the lodges and the parks need to know about a traveler.',
)

export default function BookedTravelerPage() {
  const found = useLoaderData<typeof loader>()
  const answer = useActionData<DetailsAnswer>()
  if (!found) return <UnknownLink />
  const { page, bookingPage, here, companion } = found
  return (
    <DetailsScreen
      page={page}
      here={here}
      isOwn={companion === null}
      answer={answer}
      before={
        <p>
          <TextLink to={bookingPage}>Back to your booking</TextLink>
        </p>
      }
      after={companion && <CompanionLink {...{ companion, page, here, answer }} />}
    />
  )
}

type CompanionLinkProps = {
  companion: { address: string; email: string; eachPays: boolean }
  page: DetailsPage
  here: string
  answer: DetailsAnswer | undefined
}

/** For the lead traveler: the companion's own link, to be sent by us or handed on by them. */
function CompanionLink({ companion, page, here, answer }: CompanionLinkProps) {
  const answered = answer?.form === 'link' ? answer.submission : undefined
  const busy = useNavigation().formData?.get('intent') === 'send-link'
  const [form, fields] = useForm<{ email: string }>({
    id: `companion-${companion.email}`,
    lastResult: answered,
    defaultValue: { email: companion.email },
  })
  if (page.isOver) return null
  return (
    <Panel as="section" title="Let them fill it in">
      <p className="mt-2 text-sm">
        <bdi>{page.called}</bdi> can have a link of their own.{' '}
        {companion.eachPays
          ? 'It opens these details and their own share, which they can pay: nothing'
          : 'It opens only these details: nothing about money, and nothing'}{' '}
        about anyone else who is traveling with you.
      </p>
      <Form method="post" action={here} {...getFormProps(form)} key={form.id} className="mt-5 grid gap-4">
        <TextField
          label="Their email"
          type="email"
          {...adminField(form, fields.email)}
          maxLength={EMAIL_AT_MOST}
          autoComplete="off"
          hint="We’ll send them the link, and later ask them for anything that’s missing."
        />
        <p>
          <Button tone="outline" name="intent" value="send-link" busy={busy} busyLabel="Sending...">
            Send them the link
          </Button>
        </p>
      </Form>
      <TextField
        label="Or copy their link"
        name="link"
        readOnly
        value={companion.address}
        onFocus={(event) => event.currentTarget.select()}
        className="mt-6"
      />
    </Panel>
  )
}
