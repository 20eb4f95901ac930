import { Form } from '@remix-run/react'
import { DownIcon } from '#app/ui/icons'
import { Tooltip } from './tooltip'
import type { Moving } from './use-moving'

type Props = { id: number; name: string; isFirst: boolean; isLast: boolean; moving: Moving }

const LOOK =
  'grid size-11 place-items-center border border-field bg-white hover:border-umber hover:bg-desk-head disabled:border-desk-line disabled:text-desk-line'

/** Moves one row of a list up or down: a plain form, so that it works everywhere. */
export const MoveButtons = ({ id, name, isFirst, isLast, moving }: Props) => (
  <Form method="post" preventScrollReset replace className="flex flex-none">
    <input type="hidden" name="id" value={id} />
    <Tooltip text="Move up">
      <button
        {...moving.button(id, 'up')}
        disabled={isFirst}
        aria-label={`Move ${name} up`}
        className={`${LOOK} rounded-l-field`}
      >
        <DownIcon className="size-4.5 rotate-180" />
      </button>
    </Tooltip>
    <Tooltip text="Move down">
      <button
        {...moving.button(id, 'down')}
        disabled={isLast}
        aria-label={`Move ${name} down`}
        className={`${LOOK} -ml-px rounded-r-field`}
      >
        <DownIcon className="size-4.5" />
      </button>
    </Tooltip>
  </Form>
)
