import { expect, test } from 'vitest'
import { clientAddress } from '#app/server/client-address'

const from = (remoteAddress: string, header?: string) => ({
  socket: { remoteAddress },
  headers: header === undefined ? {} : { 'fly-client-ip': header },
})

test("a visitor's address is the socket's", () => {
  expect(clientAddress(from('203.0.113.7'), false)).toBe('203.0.113.7')
  expect(clientAddress(from('::ffff:203.0.113.7'), false)).toBe('203.0.113.7')
})

test('a header names it only on Fly', () => {
  expect(clientAddress(from('10.0.0.1', '203.0.113.7'), false)).toBe('10.0.0.1')
  expect(clientAddress(from('10.0.0.1', '203.0.113.7'), true)).toBe('203.0.113.7')
  expect(clientAddress(from('10.0.0.1', 'nonsense'), true)).toBe('unknown')
})

test('an IPv6 household counts as one', () => {
  expect(clientAddress(from('2001:db8:1:2:aaaa::1'), false)).toBe('2001:db8:1:2::/64')
  expect(clientAddress(from('2001:0db8:1:2::99'), false)).toBe('2001:db8:1:2::/64')
  expect(clientAddress(from('2001:db8::1'), false)).toBe('2001:db8:0:0::/64')
  expect(clientAddress(from('fe80::1%eth0'), false)).toBe('fe80:0:0:0::/64')
})
