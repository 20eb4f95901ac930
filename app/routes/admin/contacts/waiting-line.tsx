import { WAITING_PATH } from '#app/people/contact-filters'
import type { WaitingCounts } from '#app/people/waiting-contacts.server'
import { REPLY_HOURS } from '#app/reply-promise'
import { Link } from '#app/ui/link'
import { Notice } from '#app/ui/notice'

type Props = WaitingCounts & {
  /** Counting goes no further. */
  atMost: number
  /** The list shows them already. */
  areShown: boolean
}

/** How many wait for an answer, loud once one of them waits longer than was promised, and the way to them. */
export function WaitingLine({ waiting, late, atMost, areShown }: Props) {
  if (waiting === 0) return null
  // One link or the other: were there none, all below would move up as the filter is set.
  const all = (
    <Link to={areShown ? '/admin/contacts' : WAITING_PATH} className="desk-quiet-button whitespace-nowrap">
      {areShown ? 'Show everybody' : 'Show who waits'}
    </Link>
  )
  if (late === 0) {
    return (
      <p className="desk-no-print mb-4 text-sm">
        {people(waiting, atMost)} for an answer, none longer than {REPLY_HOURS} hours. {all}
      </p>
    )
  }
  return (
    <Notice
      tone="danger"
      title={`${people(late, atMost)} longer than ${REPLY_HOURS} hours for an answer`}
      className="desk-no-print mb-5"
    >
      {waiting > late && `${people(waiting, atMost)} in all. `}
      We promise a reply within {REPLY_HOURS} hours. {all}
    </Notice>
  )
}

const people = (count: number, atMost: number) => {
  if (count === 1) return '1 person waits'
  return `${count.toLocaleString('en-US')}${count >= atMost ? ' or more' : ''} people wait`
}
