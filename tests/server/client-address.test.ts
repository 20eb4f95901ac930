import { describe, expect, test } from 'vitest'
import { readEnvironment } from '#app/platform/env.server'
import { clientAddress } from '#app/server/guards/rates.server'

const HERE = { onFly: false, proxies: undefined }
const FLY = { onFly: true, proxies: undefined }

const from = (remoteAddress: string, header?: string) => ({
  socket: { remoteAddress },
  headers: header === undefined ? {} : { 'fly-client-ip': header },
})

test("a visitor's address is the socket's", () => {
  expect(clientAddress(from('203.0.113.7'), HERE)).toBe('203.0.113.7')
  expect(clientAddress(from('::ffff:203.0.113.7'), HERE)).toBe('203.0.113.7')
})

test('a header names it only on Fly', () => {
  expect(clientAddress(from('10.0.0.1', '203.0.113.7'), HERE)).toBe('10.0.0.1')
  expect(clientAddress(from('10.0.0.1', '203.0.113.7'), FLY)).toBe('203.0.113.7')
  expect(clientAddress(from('10.0.0.1', 'nonsense'), FLY)).toBe('unknown')
})

test('an IPv6 household counts as one', () => {
  expect(clientAddress(from('2001:db8:1:2:aaaa::1'), HERE)).toBe('2001:db8:1:2::/64')
  expect(clientAddress(from('2001:0db8:1:2::99'), HERE)).toBe('2001:db8:1:2::/64')
  expect(clientAddress(from('2001:db8::1'), HERE)).toBe('2001:db8:0:0::/64')
  expect(clientAddress(from('fe80::1%eth0'), HERE)).toBe('fe80:0:0:0::/64')
})

describe('behind a proxy that is named', () => {
  const { TRUST_PROXY: proxies } = readEnvironment({ TRUST_PROXY: '10.0.0.0/8, ::1' })
  const through = (remoteAddress: string, forwarded: string) =>
    clientAddress(
      { socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } },
      { onFly: false, proxies },
    )

  test('the address is the proxy’s entry, not the visitor’s', () => {
    expect(through('10.1.2.3', '203.0.113.7')).toBe('203.0.113.7')
    expect(through('::1', '198.51.100.1, 203.0.113.7, 10.9.9.9')).toBe('203.0.113.7')
    expect(through('10.1.2.3', '')).toBe('10.1.2.3')
    expect(through('10.1.2.3', 'nonsense')).toBe('unknown')
  })

  test('a client that comes past it is believed nothing', () => {
    expect(through('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9')
  })

  test('a list that is none stops the start', () => {
    expect(() => readEnvironment({ TRUST_PROXY: 'everybody' })).toThrow('TRUST_PROXY')
  })
})
