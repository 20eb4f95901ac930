import { OPEN_ACTIONS } from '#app/mail/open-actions'
import { chance } from '#scripts/chance'

/** One hostile request. `raw` is written to a connection as it stands, which is then held for as long as it lets. */
export type Assault =
  | { path: string; method?: string; headers?: Record<string, string>; body?: string }
  | { raw: string }

const json = (path: string, body: unknown, headers = {}): Assault => ({
  path,
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

const form = (path: string, fields: Record<string, string>, headers = {}): Assault => ({
  path,
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
  body: new URLSearchParams(fields).toString(),
})

const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(chance() * items.length)] as Item
const letters = (length: number) =>
  Array.from({ length }, () => pick([...'abcdefghijkmnpqrstuvwxyz23456789'])).join('')
const address = () => `victim+${letters(6)}@example.com`

const traveler = () => ({
  name: `Guest ${letters(5)}`,
  email: address(),
  address: '12 Congress Avenue',
  city: 'Austin',
  state: 'Texas',
  zipCode: '78701',
  country: 'United States',
})

const inquiry = () => ({
  firstName: 'x'.repeat(50),
  lastName: letters(8),
  email: address(),
  phone: '+1 512 555 0100',
  interest: 'safari',
  message: `${letters(8)} `.repeat(220),
})

const OPEN_LINKS = Object.keys(OPEN_ACTIONS).filter((path) => path.includes(':token'))

/** What a stranger may try, by name. Each answers another request of its kind, by chance. */
export const ASSAULTS: Record<string, () => Assault> = {
  'cookies of our making, changed': () => ({
    path: pick(['/', '/contact', '/checkout']),
    headers: {
      Cookie: `toast=${letters(200)}.${letters(40)}; traveler=${letters(90)}; staff=${letters(60)}`,
    },
  }),
  'inquiries that fill the disk': () => form('/contact', { form: 'inquiry', ...inquiry() }),
  'inquiries by the call': () => json('/api/contact', inquiry()),
  'newsletters for others': () => json('/api/newsletter', { email: address() }),
  'addresses that wait for a departure': () =>
    form('/texascountrysafari', { form: 'watch', email: address(), website: '' }),
  'posts to links': () =>
    form(
      pick(OPEN_LINKS).replace(/:\w+/g, () => letters(32)),
      { email: address(), intent: 'send-link' },
    ),
  'plans without end': () => json('/api/calculate-installments', { roomType: pick(['double', 'single']) }),
  'new passwords for others': () => form('/admin/forgot', { email: address() }),
  'payments of nobody': () => ({
    path: `${pick(['/payment-success', '/booking-confirmation'])}?payment_intent=pi_${letters(24)}&redirect_status=succeeded`,
  }),
  'states of bookings of nobody': () => ({
    ...json(`/api/bookings/${letters(8)}/status`, { paymentIntentId: `pi_${letters(24)}` }),
    method: 'PUT',
  }),
  'card forms by the dozen': () =>
    json('/api/create-payment-intent', {
      roomType: 'double',
      paymentType: pick(['deposit', 'full']),
      amount: 500,
    }),
  'seats held for nobody': () =>
    json('/api/create-payment-intent', {
      roomType: 'double',
      paymentType: 'deposit',
      amount: 500,
      customerInfo: traveler(),
    }),
  'guesses at passwords': () =>
    json('/api/admin/login', { username: pick(['Wambui', letters(6)]), password: letters(9) }),
  'guesses at links': () => ({ path: `${pick(['/pay', '/booking', '/unsubscribe'])}/${letters(32)}` }),
  'guesses at bookings': () => ({
    path: `/api/bookings/${pick([`TS-${letters(6).toUpperCase()}`, '1', '2'])}`,
  }),
  'links by mail for others': () => form('/my-booking', { email: address() }),
  'sources of visitors, invented': () =>
    json('/api/page-view', {
      path: '/',
      referrer: `https://${letters(12)}.example/`,
      utm_source: letters(10),
    }),
  'pages that are none': () => ({
    path: pick([
      `/${letters(12)}`,
      `/gallery/${letters(9)}`,
      `/${'/'.repeat(8_000)}`,
      '/%70ay/x',
      '/./pay/x',
      '//pay/x',
      '/a/../../b',
      `/${'a/'.repeat(3_000)}`,
    ]),
  }),
  'pages with long queries': () => ({ path: `/contact?${letters(6)}=${'x'.repeat(7_000)}` }),
  'fields without end': () =>
    form('/contact', { form: 'inquiry', [`x[${'9'.repeat(8)}]`]: '1', 'a[b][c][d][e]': '1' }),
  'intents of the form library': () =>
    form('/contact', {
      ...inquiry(),
      __intent__: JSON.stringify({ type: 'update', payload: { name: 'x[99999999]', value: 1, index: 1e8 } }),
    }),
  'many small fields': () => ({
    path: '/contact',
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'a=b&'.repeat(24_000),
  }),
  'parts without end': () => ({
    path: '/contact',
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    body: '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n'.repeat(1_500),
  }),
  'JSON that is nested deeply': () => json('/api/contact', '['.repeat(45_000)),
  'JSON that is none': () =>
    json(pick(['/api/contact', '/api/newsletter', '/api/create-payment-intent']), '{"a":'),
  'keys that reach into objects': () =>
    json('/api/contact', '{"__proto__":{"admin":true},"constructor":{"prototype":{}}}'),
  'bodies that are too large': () => json('/api/contact', 'x'.repeat(150_000)),
  'webhooks that Stripe did not sign': () =>
    json('/api/stripe/webhook', `{"id":"evt_${letters(24)}","x":"${'y'.repeat(100_000)}"}`, {
      'Stripe-Signature': `t=${Math.floor(Date.now() / 1_000)},v1=${letters(64)}`,
    }),
  'posts from another site': () => ({
    ...form('/contact', inquiry()),
    headers: { Origin: 'https://evil.example', 'Content-Type': 'application/x-www-form-urlencoded' },
  }),
  'staff pages without a session': () => ({
    path: pick([
      '/admin/dashboard',
      '/admin/bookings',
      '/api/admin/contacts',
      '/admin/settings.data',
      '/api/admin/users',
    ]),
  }),
  'methods that are none': () => ({
    path: '/api/contact',
    method: pick(['DELETE', 'PATCH', 'OPTIONS', 'PUT']),
  }),
  'pages by their data': () => ({
    path: pick(['/checkout.data', '/_root.data', '/contact.data?_routes=x', '/contact?_data=root']),
  }),
  'pages whole, past the memory': () => ({
    path: `/checkout?room=single&x=${letters(9)}`,
    headers: { Cookie: `toast=${letters(4)}` },
  }),
  'uploads that never come': () => ({
    raw: 'POST /admin/settings/gallery/new HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\n\r\n',
  }),
  'bodies that never come': () => ({
    raw: `POST /contact HTTP/1.1\r\nHost: x\r\nFly-Client-IP: ${networkAddress()}\r\nContent-Length: 50000\r\n\r\na=`,
  }),
  'headers that never end': () => ({ raw: 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ' }),
  'what is no HTTP': () => ({ raw: `\u0016\u0003\u0001${letters(200)}\r\n\r\n` }),
}

/** Of a network of some thousand addresses: rates that count by address do not stop it alone. */
export const networkAddress = (): string =>
  `198.18.${Math.floor(chance() * 20)}.${Math.floor(chance() * 256)}`
