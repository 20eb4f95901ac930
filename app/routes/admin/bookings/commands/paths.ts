/** The dialogs that change a booking, and below its page the address of each: one route serves them all. */
export const DIALOG_PATHS = {
  cancel: 'cancel',
  ask: 'ask',
  move: 'move',
  reinstate: 'reinstate',
  price: 'price',
  'price/undo': 'price/:which/undo',
  'write-off': 'write-off',
  spread: 'spread',
  hold: 'hold',
  later: 'later/:which',
  refund: 'refund',
  payment: 'payment',
  join: 'join',
  place: 'place/:which',
  requests: 'requests/:which',
  leave: 'leave/:which',
  room: 'room/:which',
  swap: 'swap',
} as const

export type DialogName = keyof typeof DIALOG_PATHS

/** Which of them an address opens, and of which traveler, installment or request; null for any other. */
export function dialogAt(url: string): { name: DialogName; which: string } | null {
  const [, first = '', which = '', act] =
    /\/admin\/bookings\/[^/?]+\/([^/?.]+)(?:\/([^/?.]+))?(?:\/([^/?.]+))?/.exec(url) ?? []
  const name = act ? `${first}/${act}` : first
  return name in DIALOG_PATHS ? { name: name as DialogName, which } : null
}
