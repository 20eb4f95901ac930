import { OPEN_ACTIONS } from '#app/mail/open-actions'
import { NEWSLETTER } from '#app/people/people-fields'
import { exampleOf } from '#app/server/contract/guest-calls'
import { FIRST_JOURNEY } from '#db/seed/tour'
import { chance } from '#scripts/chance'

/** One hostile request. `raw` is written to a connection as it stands, which is then held open. */
export type Assault =
  | { path: string; method?: string; headers?: Record<string, string>; body?: string }
  | { raw: string }

const get = (path: string, Cookie?: string): Assault => ({ path, ...(Cookie && { headers: { Cookie } }) })
const post = (path: string, type: string, body: string, headers = {}): Assault => ({
  ...{ path, method: 'POST', body },
  headers: { 'Content-Type': type, ...headers },
})
const json = (path: string, body: unknown, headers = {}) =>
  post(path, 'application/json', typeof body === 'string' ? body : JSON.stringify(body), headers)
const FORM = 'application/x-www-form-urlencoded'
const form = (path: string, fields: Record<string, string>, headers = {}) =>
  post(path, FORM, new URLSearchParams(fields).toString(), headers)

export const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(chance() * items.length)] as Item
const letters = (length: number) =>
  Array.from({ length }, () => pick([...'abcdefghijkmnpqrstuvwxyz23456789'])).join('')
const email = () => `victim+${letters(6)}@example.com`
/** Of a network of some thousand addresses: rates that count by address do not stop it alone. */
export const networkAddress = (): string =>
  `198.18.${Math.floor(chance() * 20)}.${Math.floor(chance() * 256)}`

const ORDER = { roomType: 'double', paymentType: 'deposit', amount: 500 }
const HOME = { city: 'Austin', state: 'Texas', zipCode: '78701', country: 'United States' }
const STREET = { address: '12 Congress Avenue' }
const traveler = () => ({ name: `Guest ${letters(5)}`, email: email(), ...STREET, ...HOME })
const inquiry = () => ({
  ...{ firstName: 'x'.repeat(50), lastName: letters(8), email: email(), phone: '+1 512 555 0100' },
  ...{ interest: 'safari', message: `${letters(8)} `.repeat(220) },
})
const update = { type: 'update', payload: { name: 'x[99999999]', value: 1, index: 1e8 } }
const LINKS = Object.keys(OPEN_ACTIONS).filter((path) => path.includes(':token'))
const forged = () => `toast=${letters(200)}.${letters(40)}; traveler=${letters(90)}; staff=${letters(60)}`
const signature = () => ({ 'Stripe-Signature': `t=${Math.floor(Date.now() / 1_000)},v1=${letters(64)}` })
const CALLS = ['/api/contact', '/api/newsletter', '/api/create-payment-intent']
const STAFF_PAGES = ['/admin/dashboard', '/admin/bookings', '/admin/settings.data']
const STAFF_CALLS = ['/api/admin/contacts', '/api/admin/users']
const NO_PAGES = ['/'.repeat(8_000), 'a/'.repeat(3_000), '%70ay/x', './pay/x', '/pay/x', 'a/../../b']
const METHODS = ['DELETE', 'PATCH', 'OPTIONS', 'PUT']
const DATA = ['/checkout.data', '/_root.data', '/contact.data?_routes=x', '/contact?_data=root']

/** What a stranger may try, by name. Each answers another request of its kind, by chance. */
export const ASSAULTS: Record<string, () => Assault> = {
  'cookies of our making, changed': () => get(pick(['/', '/contact', '/checkout']), forged()),
  'inquiries that fill the disk': () => form('/contact', { form: 'inquiry', ...inquiry() }),
  'inquiries by the call': () => json('/api/contact', inquiry()),
  'newsletters for others': () => json('/api/newsletter', { ...exampleOf(NEWSLETTER), email: email() }),
  'addresses that wait for a departure': () =>
    form(`/${FIRST_JOURNEY.path}`, { form: 'watch', email: email(), website: '' }),
  'invented places on a waitlist': () =>
    form(`/${FIRST_JOURNEY.path}`, {
      ...{ form: 'waitlist', name: `Guest ${letters(5)}`, email: email(), rooms: 'any' },
      ...{ atLeast: '1', atMost: '6', website: '' },
    }),
  'applications of invented leaders': () =>
    form('/twende-home', {
      ...{ form: 'application', name: `Guest ${letters(5)}`, email: email() },
      ...{ message: 'My choir', phone: '' },
    }),
  'posts to links': () => {
    const path = pick(LINKS).replace(/:\w+/g, () => letters(32))
    return form(path, { email: email(), intent: 'send-link' })
  },
  'plans without end': () => json('/api/calculate-installments', { roomType: pick(['double', 'single']) }),
  'new passwords for others': () => form('/admin/forgot', { email: email() }),
  'payments of nobody': () => {
    const path = pick(['/payment-success', '/booking-confirmation'])
    return get(`${path}?payment_intent=pi_${letters(24)}&redirect_status=succeeded`)
  },
  'states of bookings of nobody': () => ({
    ...json(`/api/bookings/${letters(8)}/status`, { paymentIntentId: `pi_${letters(24)}` }),
    method: 'PUT',
  }),
  'card forms by the dozen': () =>
    json('/api/create-payment-intent', { ...ORDER, paymentType: pick(['deposit', 'full']) }),
  'seats held for nobody': () => json('/api/create-payment-intent', { ...ORDER, customerInfo: traveler() }),
  'guesses at passwords': () =>
    json('/api/admin/login', { username: pick(['Wambui', letters(6)]), password: letters(9) }),
  'guesses at links': () => get(`${pick(['/pay', '/booking', '/unsubscribe'])}/${letters(32)}`),
  'guesses at bookings': () => get(`/api/bookings/${pick([`TS-${letters(6).toUpperCase()}`, '1', '2'])}`),
  'links by mail for others': () => form('/my-booking', { email: email() }),
  'data by mail for others': () => form('/my-data', { email: email() }),
  'sources of visitors, invented': () => {
    const referrer = `https://${letters(12)}.example/`
    return json('/api/page-view', { path: '/', referrer, utm_source: letters(10) })
  },
  'pages that are none': () => get(`/${pick([letters(12), `gallery/${letters(9)}`, ...NO_PAGES])}`),
  'pages with long queries': () => get(`/contact?${letters(6)}=${'x'.repeat(7_000)}`),
  'fields without end': () =>
    form('/contact', { form: 'inquiry', [`x[${'9'.repeat(8)}]`]: '1', 'a[b][c][d][e]': '1' }),
  'intents of the form library': () => form('/contact', { ...inquiry(), __intent__: JSON.stringify(update) }),
  'many small fields': () => post('/contact', FORM, 'a=b&'.repeat(24_000)),
  'parts without end': () => {
    const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n'
    return post('/contact', 'multipart/form-data; boundary=x', part.repeat(1_500))
  },
  'JSON that is nested deeply': () => json('/api/contact', '['.repeat(45_000)),
  'JSON that is none': () => json(pick(CALLS), '{"a":'),
  'keys that reach into objects': () =>
    json('/api/contact', '{"__proto__":{"admin":true},"constructor":{"prototype":{}}}'),
  'bodies that are too large': () => json('/api/contact', 'x'.repeat(150_000)),
  'webhooks that Stripe did not sign': () =>
    json('/api/stripe/webhook', `{"id":"evt_${letters(24)}","x":"${'y'.repeat(100_000)}"}`, signature()),
  'posts from another site': () => form('/contact', inquiry(), { Origin: 'https://evil.example' }),
  'staff pages without a session': () => get(pick([...STAFF_PAGES, ...STAFF_CALLS])),
  'methods that are none': () => ({ path: '/api/contact', method: pick(METHODS) }),
  'pages by their data': () => get(pick(DATA)),
  'pages whole, past the memory': () => get(`/checkout?room=single&x=${letters(9)}`, `toast=${letters(4)}`),
  'uploads that never come': () => ({
    raw: 'POST /admin/settings/gallery/new HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\n\r\n',
  }),
  'bodies that never come': () => ({
    raw: `POST /contact HTTP/1.1\r\nHost: x\r\nFly-Client-IP: ${networkAddress()}\r\nContent-Length: 50000\r\n\r\na=`,
  }),
  'headers that never end': () => ({ raw: 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ' }),
  'what is no HTTP': () => ({ raw: `\u0016\u0003\u0001${letters(200)}\r\n\r\n` }),
}
