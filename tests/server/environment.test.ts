import { describe, expect, test } from 'vitest'
import { readEnvironment } from '#app/env.server'

describe('a wrong setting stops the start with a sentence that names it', () => {
  test.each([
    ['PORT', 'many'],
    ['BASE_URL', 'ftp://safari.example'],
    ['BUSINESS_TIMEZONE', 'Texas/Dallas'],
    ['CLOCK_START', 'yesterday'],
    ['SMTP_URL', 'https://mail.example'],
    ['STAFF_EMAIL', 'nobody'],
    ['ADMIN_PASSWORD', '12345'],
  ])('%s=%s', (name, value) => {
    expect(() => readEnvironment({ [name]: value })).toThrow(name)
  })

  test('production without SESSION_SECRET', () => {
    expect(() => readEnvironment({ NODE_ENV: 'production' })).toThrow('SESSION_SECRET')
  })

  test('a moved clock where real money moves', () => {
    const live = {
      STRIPE_SECRET_KEY: 'sk_live_x',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
    }
    expect(() => readEnvironment({ ...live, CLOCK_START: '2025-06-01T14:00:00Z' })).toThrow('CLOCK_START')
  })
})

test('an empty variable counts as unset', () => {
  expect(readEnvironment({ PORT: '', STRIPE_SECRET_KEY: ' ' })).toMatchObject({ PORT: 3000, stripe: null })
})

describe('mail is sent from', () => {
  const from = (MAIL_FROM: string) => readEnvironment({ MAIL_FROM }).MAIL_FROM

  test.each([
    ['hello@safari.example', 'Savanna Soul', 'hello@safari.example'],
    [' hello@safari.example ', 'Savanna Soul', 'hello@safari.example'],
    ['Safari Desk <desk@safari.example>', 'Safari Desk', 'desk@safari.example'],
    ['Safari Desk<desk@safari.example>', 'Safari Desk', 'desk@safari.example'],
    ['"Safari Desk, Nairobi" <desk@safari.example>', 'Safari Desk, Nairobi', 'desk@safari.example'],
    [String.raw`"The \"Desk\"" <desk@safari.example>`, 'The "Desk"', 'desk@safari.example'],
    ['Njeri’s Café & Co. <njeri@safari.example>', 'Njeri’s Café & Co.', 'njeri@safari.example'],
  ])('%s', (variable, name, address) => {
    expect(from(variable)).toEqual({ name, address })
  })

  test('the address of the example where nothing is said', () => {
    expect(readEnvironment({}).MAIL_FROM).toEqual({
      name: 'Savanna Soul',
      address: 'hello@savannasoul.example',
    })
  })

  test.each([
    'Safari Desk',
    'desk@',
    'Safari Desk desk@safari.example',
    'Safari Desk <desk>',
    'Safari Desk <desk@safari.example',
    '<desk@safari.example>',
    '"" <desk@safari.example>',
    '" " <desk@safari.example>',
    'Safari Desk <desk@safari.example> and more',
    'Safari, Desk <desk@safari.example>',
    'desk@safari.example, njeri@safari.example',
    'Safari <Desk> <desk@safari.example>',
    'Safari Desk <desk@safari.example, njeri@safari.example>',
    'Safari\r\nBcc: njeri@safari.example <desk@safari.example>',
    `${'a'.repeat(101)} <desk@safari.example>`,
  ])('nobody called %j: the start stops with a sentence', (variable) => {
    expect(() => from(variable)).toThrow(/MAIL_FROM: is not/)
  })
})
