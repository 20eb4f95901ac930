// The route map reads this file by itself: it imports nothing.

type Dialog = { path: string } & (
  | { button: { label: string; tone: 'main' | 'plain' | 'danger' } }
  /** It has a link there, on the booking's page. */
  | {
      beside: 'travelers' | 'price changes' | 'installments' | 'payment links' | 'seats on offer' | 'requests'
    }
)

/**
 * The dialogs that change a booking, and below its page the address of each: one route serves them all. The
 * buttons stand at the head of the page, in this order.
 */
export const DIALOGS = {
  payment: { path: 'payment', button: { label: 'Record payment', tone: 'main' } },
  refund: { path: 'refund', button: { label: 'Refund', tone: 'plain' } },
  price: { path: 'price', button: { label: 'Change price', tone: 'plain' } },
  undoPrice: { path: 'price/:which/undo', beside: 'price changes' },
  spread: { path: 'spread', button: { label: 'Due dates', tone: 'plain' } },
  later: { path: 'later/:which', beside: 'installments' },
  reinstate: { path: 'reinstate', button: { label: 'Reinstate', tone: 'main' } },
  move: { path: 'move', button: { label: 'Move', tone: 'plain' } },
  writeOff: { path: 'write-off', button: { label: 'Write off', tone: 'plain' } },
  cancel: { path: 'cancel', button: { label: 'Cancel booking', tone: 'danger' } },
  ask: { path: 'ask', beside: 'payment links' },
  hold: { path: 'hold', beside: 'payment links' },
  join: { path: 'join', beside: 'travelers' },
  leave: { path: 'leave/:which', beside: 'travelers' },
  room: { path: 'room/:which', beside: 'travelers' },
  swap: { path: 'swap', beside: 'travelers' },
  eachPays: { path: 'each-pays', beside: 'travelers' },
  onePays: { path: 'one-pays', beside: 'travelers' },
  place: { path: 'place/:which', beside: 'seats on offer' },
  answer: { path: 'requests/:which', beside: 'requests' },
} as const satisfies Record<string, Dialog>

export type DialogName = keyof typeof DIALOGS

const NAMED = Object.entries<Dialog>(DIALOGS).map(([name, dialog]) => ({ name: name as DialogName, dialog }))

/** Those at the head of a booking's page. */
export const BUTTONS = NAMED.flatMap(({ name, dialog }) =>
  'button' in dialog ? [{ name, path: dialog.path, ...dialog.button }] : [],
)

const AT = new Map(NAMED.map(({ name, dialog }) => [dialog.path.replace('/:which', ''), name]))

/** Which of them an address opens, and of which traveler, installment or request; null for any other. */
export function dialogAt(url: string): { name: DialogName; which: string } | null {
  const [, first = '', which = '', act] =
    /\/admin\/bookings\/[^/?]+\/([^/?.]+)(?:\/([^/?.]+))?(?:\/([^/?.]+))?/.exec(url) ?? []
  const name = AT.get(act ? `${first}/${act}` : first)
  return name ? { name, which } : null
}
