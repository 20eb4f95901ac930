import { actorWords, actWords } from '#app/audit/act-words'
import { showInstant } from '#app/days'
import { type Cents, showCents } from '#app/money'

type Act = {
  id: number
  actorId: number | null
  actor: string
  action: string
  subject: string
  detail: Record<string, unknown>
  createdAt: Date
}

/** An entry of the audit log in the words of a screen. */
export type ShownAct = {
  id: number
  /** 'Mar 5, 2025 2:30 PM' on the business's clocks, and the instant for machines. */
  when: string
  at: string
  who: string
  /** 'created the user'; the subject's name follows. */
  did: string
  subject: string
  /** The subject without its kind: 'TS-ABC123' of 'booking:TS-ABC123'; empty where the words say it all. */
  name: string
  /** The subject's own page, where it has one. */
  to: string | null
  detail: string
}

export const showAct = (act: Act, zone: string): ShownAct => ({
  id: act.id,
  when: showInstant(act.createdAt, zone),
  at: act.createdAt.toISOString(),
  who: actorWords(act.actor, act.actorId),
  did: actWords(act.action, act.subject),
  subject: act.subject,
  name: nameOf(act),
  to: pageOf(act.subject),
  detail: Object.entries(act.detail).map(showDetail).filter(Boolean).join(' · '),
})

/** Kinds whose name says what it is: 'TS-ABC123' is a booking to everybody here. */
const SPEAKING_KINDS = new Set(['booking', 'user'])

function nameOf({ actor, action, subject }: Act): string {
  const [kind = '', ...rest] = subject.split(':')
  const name = rest.join(':')
  if (name === '' || (kind === 'user' && name === actor && action.startsWith('signed-'))) return ''
  return SPEAKING_KINDS.has(kind) ? name : `${kind.replace(/-/g, ' ')} ${name}`
}

const LISTS: Record<string, string> = {
  campaign: '/admin/campaigns',
  experience: '/admin/settings/experiences',
  story: '/admin/settings/stories',
}

/** Only what can be addressed by the subject alone. */
function pageOf(subject: string): string | null {
  const [kind, ...rest] = subject.split(':')
  const name = encodeURIComponent(rest.join(':'))
  if (kind === 'settings') return '/admin/settings'
  if (kind === 'booking' && name) return `/admin/bookings/${name}`
  if (kind === 'tour') return '/admin/settings/tour'
  const list = LISTS[kind ?? '']
  if (list && /^\d+$/.test(name)) return `${list}/${name}`
  return null
}

/** 'Amount $500', 'From pending': a key in words and its value. Ids of Stripe stand as they are. */
function showDetail([key, value]: [string, unknown]): string {
  if (value === null || value === undefined || value === '') return ''
  const words = key
    .replace(/Cents$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  const label = words.charAt(0).toUpperCase() + words.slice(1)
  return `${label} ${showValue(key, value)}`
}

function showValue(key: string, value: unknown): string {
  if (key.endsWith('Cents') && Number.isSafeInteger(value)) return showCents(value as Cents)
  if (Array.isArray(value)) return value.map(String).join(', ')
  if (typeof value === 'object') return JSON.stringify(value)
  return key === 'from' || key === 'to' ? String(value).replace(/_/g, ' ') : String(value)
}
