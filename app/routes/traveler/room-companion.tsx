import { Form, useNavigation } from '@remix-run/react'
import { useId } from 'react'
import { EMAIL_AT_MOST } from '#app/platform/typed/fields'
import type { RoomCompanion as Room, SharedRoom } from '#app/travelers/room-companion.server'
import { Button } from '#app/ui/button'
import { ChoiceCards } from '#app/ui/choice-cards'
import { TextField } from '#app/ui/field'
import { TextLink, telHref } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { Panel } from '#app/ui/panel'
import { SummaryList } from '#app/ui/summary-list'

type Props = { token: string; room: Room | null; answer?: RoomWishAnswer }

/** With whom a traveler shares the double room: someone who booked separately, or no one yet. */
export function RoomCompanion({ token, room, answer }: Props) {
  if (!room) return null
  const action = `/booking/${token}/room`
  return (
    <Panel as="section" id="room" title="Your room companion">
      {room.shared.map((shared) => (
        <Shared key={shared.travelerId} action={action} shared={shared} />
      ))}
      {room.alone && <Alone action={action} alone={room.alone} answer={answer} />}
    </Panel>
  )
}

const WITHOUT_NAME = 'a fellow traveler'

function Shared({ action, shared }: { action: string; shared: SharedRoom }) {
  const { companion, other, contact } = shared
  return (
    <>
      <p className="mt-2">
        {companion ? (
          <>
            <bdi>{companion}</bdi> shares a room with <bdi>{other ?? WITHOUT_NAME}</bdi>.
          </>
        ) : (
          <>
            You share your room with <bdi>{other ?? WITHOUT_NAME}</bdi>.
          </>
        )}
      </p>
      {contact && <Contact contact={contact} />}
      <Sharing action={action} shared={shared} />
    </>
  )
}

const Contact = ({ contact }: { contact: NonNullable<SharedRoom['contact']> }) => (
  <SummaryList
    className="mt-3"
    rows={[
      { label: 'Name', value: <bdi>{contact.name}</bdi> },
      contact.bookedBy && { label: 'Booked by', value: <bdi>{contact.bookedBy}</bdi> },
      {
        label: 'Email',
        value: (
          <TextLink to={`mailto:${contact.email}`} className="break-all">
            {contact.email}
          </TextLink>
        ),
      },
      {
        label: 'Phone',
        value: contact.phone ? (
          <TextLink to={telHref(contact.phone)}>{contact.phone}</TextLink>
        ) : (
          'None given'
        ),
      },
    ]}
  />
)

/** One box, and a button that works without scripts. */
function Sharing({ action, shared }: { action: string; shared: SharedRoom }) {
  const id = useId()
  const sent = useNavigation().formData
  const sending = sent?.get('command') === 'share' && sent.get('travelerId') === String(shared.travelerId)
  const whose = shared.companion ? 'their room companion' : 'my room companion'
  return (
    <Form method="post" action={action} preventScrollReset className="mt-4 grid gap-4 print:hidden">
      <input type="hidden" name="travelerId" value={shared.travelerId} />
      <div className="flex gap-3">
        <input
          key={String(shared.shares)}
          type="checkbox"
          id={id}
          name="shares"
          defaultChecked={shared.shares}
          aria-describedby={`${id}-hint`}
          className="mt-0.5 size-5 flex-none accent-umber"
        />
        <div>
          <label htmlFor={id} className="font-semibold">
            Share my email address and phone number with {whose}
          </label>
          <p id={`${id}-hint`} className="mt-1 text-sm text-ink-soft">
            Once both of you have agreed, each of you sees the other’s full name and how to reach them. Until
            then you only see the first name. You can change your mind at any time.
          </p>
        </div>
      </div>
      <p>
        <Button tone="outline" name="command" value="share" busy={sending} busyLabel="Saving...">
          Save
        </Button>
      </p>
    </Form>
  )
}

type AloneProps = {
  action: string
  alone: NonNullable<Room['alone']>
  answer?: RoomWishAnswer
}

const Alone = ({ action, alone, answer }: AloneProps) => (
  <>
    <p className="mt-2 text-ink-soft">
      You have a place in a double room. Coming with someone? Tell us. Coming alone? We’ll introduce you to
      someone we think you’ll like, by email first. You see only each other’s first names until you both say
      yes to more.
    </p>
    {alone.askedBy.map((asker) => (
      <Asked key={asker.travelerId} action={action} asker={asker} />
    ))}
    {alone.wish && !answer && <p className="mt-4 font-medium">{WISHED[alone.wish.kind]}</p>}
    <RoomWishFields {...{ action, alone, answer }} />
  </>
)

const WISHED = {
  companion: 'Your request is saved. We’ll pair you as soon as you have both named each other.',
  introduction: 'Your request is saved. Our team is looking for someone, and you will get an email.',
}

type Asker = NonNullable<Room['alone']>['askedBy'][number]

/** Someone has named this traveler; the two buttons are one form. */
function Asked({ action, asker }: { action: string; asker: Asker }) {
  const sending = useNavigation().formData?.get('travelerId') === String(asker.travelerId)
  return (
    <Notice
      tone="info"
      title={`${asker.firstName ?? 'Someone'} says you’re sharing a room`}
      className="mt-4"
      actions={
        <Form method="post" action={action} preventScrollReset className="flex flex-wrap gap-3">
          <input type="hidden" name="travelerId" value={asker.travelerId} />
          <Button name="command" value="confirm" disabled={sending}>
            Confirm
          </Button>
          <Button tone="outline" name="command" value="decline" disabled={sending}>
            Not me
          </Button>
        </Form>
      }
    >
      Confirm, and you share a room right away. Press “Not me”, and we won’t ask again or tell them.
    </Notice>
  )
}

/** What a wish was refused with, and what had been sent. */
export type RoomWishAnswer = {
  errors: { [field: string]: string[] | null | undefined }
  wish: string
  companion: string
}

const WISHES = [
  {
    value: 'companion',
    title: 'I know who I’m sharing with',
    detail: 'They book separately. You share a room once you have both named each other.',
  },
  {
    value: 'introduction',
    title: 'Introduce me to someone',
    detail: 'Someone who is also traveling alone. Our team chooses, and writes to both of you.',
  },
  { value: 'none', title: 'I’ll decide later', detail: 'You can choose until the journey begins.' },
] as const

/** With whom someone who is alone in a double room wishes to share it. */
function RoomWishFields({ action, alone: { wish }, answer }: AloneProps) {
  const sending = useNavigation().formData?.get('command') === 'wish'
  const chosen = answer?.wish ?? wish?.kind ?? 'none'
  const companion = answer?.companion ?? wish?.companion ?? ''
  const named = (
    <TextField
      name="companion"
      label="Their booking reference or email address"
      hint="The address that they booked with."
      maxLength={EMAIL_AT_MOST}
      defaultValue={companion}
      errors={answer?.errors.companion ?? undefined}
      autoFocus={Boolean(answer?.errors.companion)}
      autoComplete="off"
      spellCheck={false}
    />
  )
  return (
    <Form
      method="post"
      action={action}
      preventScrollReset
      className="mt-5 grid gap-5"
      key={`${chosen} ${companion} ${Object.keys(answer?.errors ?? {})}`}
    >
      <ChoiceCards
        legend="Who do you share your room with?"
        name="wish"
        options={WISHES.map((one) => (one.value === 'companion' ? { ...one, asks: named } : one))}
        defaultValue={WISHES.find(({ value }) => value === chosen)?.value ?? 'none'}
        errors={answer?.errors.wish ?? undefined}
      />
      <p>
        <Button name="command" value="wish" busy={sending} busyLabel="Saving...">
          Save
        </Button>
      </p>
    </Form>
  )
}
