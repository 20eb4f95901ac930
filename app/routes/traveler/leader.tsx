import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { leaderByPage } from '#app/bookings/leaders/leaders.server'
import { today } from '#app/platform/clock.server'
import { counted } from '#app/platform/words'
import { Badge } from '#app/ui/badge'
import { ButtonLink } from '#app/ui/button'
import { TextLink } from '#app/ui/link'
import { unlistedHead } from '#app/ui/page-head'
import { NarrowPage, Panel } from '#app/ui/panel'
import { QrPicture } from '#app/ui/qr-picture'
import { MessageScreen } from '#app/ui/shell/message-screens'
import { leaderPage } from '#app/views/leader-page.server'

/** A leader's own page, by its link; changes nothing. */
export function loader({ params }: LoaderFunctionArgs) {
  const leader = leaderByPage(params.token ?? '')
  return data({ page: leader ? leaderPage(leader, today()) : null }, { status: leader ? 200 : 404 })
}

export const meta = unlistedHead('/leader', 'Your people', 'See who travels with you, and share your link.')

const STATES = {
  'holds-seat': { tone: 'wait', words: 'Holds a seat' },
  'details-missing': { tone: 'info', words: 'Booked, details missing' },
  'on-time': { tone: 'success', words: 'Booked, on time' },
} as const

export default function LeaderPage() {
  const { page } = useLoaderData<typeof loader>()
  if (!page)
    return (
      <MessageScreen
        title="We don’t recognize this link"
        text="It may have been cut off, or it has ended. Please write to us, and we’ll help."
        actions={<ButtonLink to="/contact">Write to us</ButtonLink>}
      />
    )
  const { name, code, link, qr, going, picture, departures } = page
  return (
    <NarrowPage
      title={`Karibu, ${name}`}
      lead="Everyone who books with your link or your code travels with you."
    >
      <div className="grid grid-cols-1 gap-7">
        {departures.map((departure) => (
          <Departure key={departure.id} {...departure} />
        ))}
        {departures.length === 0 && (
          <Panel>
            <p>No one has booked yet. Your people appear here, by first name, as soon as they hold a seat.</p>
          </Panel>
        )}
        <Panel as="section" title="Your link and code">
          <p className="mt-3">
            Send this link. Someone who books another way can type your code <strong>{code}</strong> at
            checkout.
          </p>
          <LinkToCopy link={link} />
          <QrPicture code={qr} label={`QR code for your link, ${link}`} className="mt-5 border border-line" />
        </Panel>
        <Panel as="section" title="A text to forward">
          <p className="mt-3 select-all wrap-anywhere border-sand border-l-3 pl-4">
            {textToForward(going, code, link)}
          </p>
          <p className="mt-4">
            And a picture to go with it:{' '}
            <TextLink to={picture} reloadDocument>
              open the picture
            </TextLink>
            , then save or share it.
          </p>
          <img src={picture} alt="" className="mt-4 w-full rounded-card" loading="lazy" />
        </Panel>
      </div>
    </NarrowPage>
  )
}

type Shown = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['page']>

const LinkToCopy = ({ link }: { link: string }) => (
  <p className="mt-3 select-all wrap-anywhere rounded-field bg-sand/40 px-3 py-2 text-sm">{link}</p>
)

const textToForward = (going: Shown['going'], code: string, link: string): string =>
  `${going ? `I’m going on the ${going.tour}, ${going.dates}.` : 'I’m going on safari in Kenya.'} Come along! Here is everything about it: ${link} (or type ${code} at checkout).`

const Departure = ({ tour, dates, kept, keptUntil, link, guests }: Shown['departures'][number]) => (
  <Panel as="section" title={`${tour}, ${dates}`}>
    {kept && (
      <p className="mt-3">
        <strong>
          {kept.left} of {counted(kept.of, 'seat')} left
        </strong>{' '}
        that we keep for your people until {keptUntil}. After that, anyone can book them.
      </p>
    )}
    {link && (
      <>
        <p className="mt-3">The link for those who travel on it:</p>
        <LinkToCopy link={link} />
      </>
    )}
    {guests.length === 0 ? (
      <p className="mt-3 text-ink-soft">No one has booked yet.</p>
    ) : (
      <ul className="mt-4 divide-y divide-line">
        {guests.map(({ name, state }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two guests may have one name, and none is moved
          <li key={at} className="flex flex-wrap items-center justify-between gap-3 py-2.5">
            <bdi>{name}</bdi>
            <Badge tone={STATES[state].tone}>{STATES[state].words}</Badge>
          </li>
        ))}
      </ul>
    )}
  </Panel>
)
