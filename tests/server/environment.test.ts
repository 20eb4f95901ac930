import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { environmentForCommands, readEnvironment } from '#app/platform/env.server'

const LONG = 'a-secret-of-thirty-two-characters'
const PRODUCTION = { NODE_ENV: 'production', SESSION_SECRET: LONG, BASE_URL: 'https://safari.example' }
const LIVE = {
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
}

const ON_LITEFS = {
  LITEFS_DIR: '/litefs',
  DATABASE_PATH: '/litefs/safari.db',
  PICTURES_DIR: '/data/pictures',
  BACKUP_DIR: '/data/backups',
  FLY_APP_NAME: 'safari',
  SESSION_SECRET: LONG,
}

const SETTINGS = [...readFileSync('.env.example', 'utf8').matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(
  ([, name = '']) => name,
)

test('a command of the operator’s is handed what it needs and what they name', () => {
  const there = {
    ...Object.fromEntries(SETTINGS.map((name) => [name, 'x'])),
    PATH: '/bin',
    HOME: '/home/node',
    AWS_SECRET_ACCESS_KEY: 'theirs',
    PASSWORD_OF_ANOTHER_PROGRAM: 'nobody’s',
  }
  expect(environmentForCommands(there, [])).toEqual({ PATH: '/bin', HOME: '/home/node' })
  const { BACKUP_COMMAND_ENV: named } = readEnvironment({
    BACKUP_COMMAND_ENV: 'AWS_SECRET_ACCESS_KEY, RCLONE_CONFIG',
  })
  expect(environmentForCommands(there, named)).toEqual({
    PATH: '/bin',
    HOME: '/home/node',
    AWS_SECRET_ACCESS_KEY: 'theirs',
  })
})

test('no secret of the site’s can be named for a command', () => {
  const secrets = SETTINGS.filter((name) => /SECRET|PASSWORD|TOKEN|_KEY$|SMTP/.test(name))
  expect(secrets.length).toBeGreaterThan(8)
  for (const name of secrets.filter((name) => name !== 'STRIPE_PUBLISHABLE_KEY'))
    expect(() => readEnvironment({ BACKUP_COMMAND_ENV: name })).toThrow(name)
})

describe('a wrong setting stops the start with a sentence that names it', () => {
  test.each([
    ['PORT', 'many'],
    ['BASE_URL', 'ftp://safari.example'],
    ['BUSINESS_TIMEZONE', 'Texas/Dallas'],
    ['CLOCK_START', 'yesterday'],
    ['SMTP_URL', 'https://mail.example'],
    ['STAFF_EMAIL', 'nobody'],
    ['ADMIN_PASSWORD', '12345'],
    ['DATABASE_PATH', ':memory:'],
    ['BACKUP_HOUR', '24'],
    ['BACKUP_HOUR', 'never'],
    ['BACKUP_KEY', 'short'],
    ['BACKUP_COMMAND_ENV', 'A KEY'],
    ['BACKUP_KEY', `${LONG},short`],
    ['CDN_SECONDS', '86400'],
    ['CDN_SECONDS', '-1'],
  ])('%s=%s', (name, value) => {
    expect(() => readEnvironment({ [name]: value })).toThrow(name)
  })

  test.each(['SESSION_SECRET', 'BASE_URL'])('production without %s', (name) => {
    expect(() => readEnvironment({ ...PRODUCTION, [name]: '' })).toThrow(name)
  })

  test.each([
    ['a secret that can be guessed', 'short'],
    ['an old one that can be guessed', `${LONG},short`],
    ['a comma at the end', `${LONG},`],
    ['a comma at the beginning', `,${LONG}`],
    ['two commas', `${LONG}, ,${LONG}`],
  ])('production with %s', (_, SESSION_SECRET) => {
    expect(() => readEnvironment({ ...PRODUCTION, SESSION_SECRET })).toThrow('SESSION_SECRET')
  })

  test.each([
    ['replicas without one', { ...ON_LITEFS, SESSION_SECRET: '' }, 'SESSION_SECRET'],
    ['a database outside LiteFS', { ...ON_LITEFS, DATABASE_PATH: '/data/safari.db' }, 'DATABASE_PATH'],
    ['pictures inside LiteFS', { ...ON_LITEFS, PICTURES_DIR: '' }, 'PICTURES_DIR'],
    ['LiteFS outside Fly', { ...ON_LITEFS, FLY_APP_NAME: '' }, 'LITEFS_DIR'],
    [
      'Litestream beside LiteFS',
      { ...ON_LITEFS, LITESTREAM_REPLICA_URL: 's3://a' },
      'LITESTREAM_REPLICA_URL',
    ],
  ])('%s', (_, variables, named) => {
    expect(() => readEnvironment(variables)).toThrow(named)
    expect(readEnvironment(ON_LITEFS).LITEFS_DIR).toBe('/litefs')
  })

  test('an empty secret between commas, anywhere', () => {
    expect(() => readEnvironment({ SESSION_SECRET: 'new,,old' })).toThrow('SESSION_SECRET')
  })

  test('production under a public name without https', () => {
    expect(() => readEnvironment({ ...PRODUCTION, BASE_URL: 'http://safari.example' })).toThrow('BASE_URL')
  })

  describe('where real money moves', () => {
    test('a moved clock', () => {
      expect(() => readEnvironment({ ...LIVE, CLOCK_START: '2025-06-01T14:00:00Z' })).toThrow('CLOCK_START')
    })

    test.each([
      ['STRIPE_API_BASE', 'http://127.0.0.1:12111'],
      ['STRIPE_JS_URL', 'http://127.0.0.1:12111/stripe.js'],
    ])('another Stripe in %s', (name, value) => {
      expect(() => readEnvironment({ ...LIVE, [name]: value })).toThrow(name)
    })

    test('another Stripe, while the webhook has no secret yet', () => {
      const base = 'http://127.0.0.1:12111'
      expect(() => readEnvironment({ ...LIVE, STRIPE_WEBHOOK_SECRET: '', STRIPE_API_BASE: base })).toThrow(
        'STRIPE_API_BASE',
      )
    })
  })
})

describe('production starts', () => {
  test('with a new secret before the old one', () => {
    const { sessionSecrets } = readEnvironment({ ...PRODUCTION, SESSION_SECRET: `${LONG}, ${LONG}2` })
    expect(sessionSecrets).toEqual([LONG, `${LONG}2`])
  })

  test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
    'without https on the machine itself: %s',
    (BASE_URL) => {
      expect(readEnvironment({ ...PRODUCTION, BASE_URL }).BASE_URL).toBe(BASE_URL)
    },
  )

  test('with real money', () => {
    expect(readEnvironment({ ...PRODUCTION, ...LIVE }).stripe?.live).toBe(true)
  })
})

test('the spaces around the first password belong to it', () => {
  expect(readEnvironment({ ADMIN_PASSWORD: ' karibu sana ' }).ADMIN_PASSWORD).toBe(' karibu sana ')
})

test.each([
  ['off', null],
  ['0', 0],
  ['', 3],
])('the nightly backup at %j is at the hour %j', (BACKUP_HOUR, hour) => {
  expect(readEnvironment({ BACKUP_HOUR }).BACKUP_HOUR).toBe(hour)
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
    expect(() => from(variable)).toThrow(/MAIL_FROM: is neither/)
  })
})
