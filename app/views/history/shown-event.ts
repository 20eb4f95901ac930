import { showInstant, showMonth } from '#app/platform/days'
import { isWordedPage, PAGES } from '#app/site/page-words'
import { actorWords } from '#app/staff/event-parts'
import { actWords, detailWords } from './event-words'

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
  detail: detailWords(act.action, act.detail),
})

/** What a kind is called before its name, where that is not its own word. */
const NAMES: Record<string, string> = { intent: 'payment', mail: 'mail number' }

/** Kinds whose name says what it is: 'TS-ABC123' is a booking to everybody here. */
const SPEAKING_KINDS = new Set(['booking', 'user'])

function nameOf({ actor, action, subject }: Act): string {
  const [kind = '', ...rest] = subject.split(':')
  const name = rest.join(':')
  if (subject === 'tour') return 'the journey’s page'
  if (kind === 'page' && isWordedPage(name)) return PAGES[name].name
  if (name === '' || (kind === 'user' && name === actor && action.startsWith('signed-'))) return ''
  if (kind === 'mail' && name === 'failed') return 'the mail that had failed'
  if (kind === 'marketing-spend') return `the marketing spend of ${showMonth(name)}`
  return SPEAKING_KINDS.has(kind) ? name : `${NAMES[kind] ?? kind.replace(/-/g, ' ')} ${name}`
}

const LISTS: Record<string, string> = {
  campaign: '/admin/campaigns',
  experience: '/admin/settings/experiences',
  story: '/admin/settings/stories',
  'discount-code': '/admin/settings/tour/codes',
}

/** Only what can be addressed by the subject alone. */
function pageOf(subject: string): string | null {
  const [kind, ...rest] = subject.split(':')
  const name = encodeURIComponent(rest.join(':'))
  if (kind === 'settings') return '/admin/settings'
  if (kind === 'booking' && name) return `/admin/bookings/${name}`
  if (kind === 'tour') return `/admin/settings/tour${name ? '' : '/words'}`
  if (kind === 'departure' && /^\d+$/.test(name)) return `/admin/settings/tour/${name}`
  if (kind === 'page' && isWordedPage(name)) return `/admin/settings/pages/${name}`
  const list = LISTS[kind ?? '']
  if (list && /^\d+$/.test(name)) return `${list}/${name}`
  return null
}
