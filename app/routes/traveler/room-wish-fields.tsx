import { Form, useNavigation } from '@remix-run/react'
import { EMAIL_AT_MOST } from '#app/platform/typed/limits'
import type { RoomCompanion } from '#app/travelers/room-companion.server'
import { Button } from '#app/ui/button'
import { ChoiceCards } from '#app/ui/choice-cards'
import { TextField } from '#app/ui/field'

/** What a wish was refused with, and what had been sent. */
export type RoomWishAnswer = {
  errors: { [field: string]: string[] | null | undefined }
  wish: string
  companion: string
}

const WISHES = [
  {
    value: 'companion',
    title: 'I travel with somebody',
    detail: 'They book separately. You are in one room once both of you have named each other.',
  },
  {
    value: 'introduction',
    title: 'Introduce me to someone',
    detail: 'Someone who is also traveling alone. Our team chooses, and writes to both of you.',
  },
  { value: 'none', title: 'Neither', detail: 'You can still choose until the journey begins.' },
] as const

type Wish = NonNullable<RoomCompanion['alone']>['wish']

type Props = { action: string; wish: Wish; answer?: RoomWishAnswer | undefined }

/** With whom somebody who is alone in a double room wishes to share it. */
export function RoomWishFields({ action, wish, answer }: Props) {
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
