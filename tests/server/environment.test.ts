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
