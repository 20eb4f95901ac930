import { randomBytes } from 'node:crypto'
import { dirname, resolve } from 'node:path'
import proxyAddr from 'proxy-addr'
import { z } from 'zod'
import { BRAND } from './words'

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i

/** Whether a host, with or without its port, is this machine itself, so that no one can listen in between. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host)

const filled = z.string().trim().min(1)
const timeZone = filled.refine(
  (name) => {
    try {
      return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
    } catch {
      return false
    }
  },
  { error: 'is not a time zone such as America/Chicago' },
)
const origin = z
  .url({ protocol: /^https?$/, error: 'is not an http or https address' })
  .transform((text) => new URL(text).origin)

const NAME_AT_MOST = 100
/** A name, quoted if it has a character that separates addresses, and an address in angle brackets. */
const NAMED_ADDRESS = /^(?:"((?:[^"\\\p{Cc}]|\\["\\])+)" *|([^"<>@,;:\\\p{Cc}]+))<([^<>]+)>$/u

/** Who mail comes from: `Name <address>`, or an address alone, which goes by the brand's name. */
const sender = filled.transform((text, context) => {
  const [, quoted, plain, named] = NAMED_ADDRESS.exec(text) ?? []
  const name = (quoted?.replace(/\\(.)/g, '$1') ?? plain ?? BRAND).trim()
  const address = z.email().safeParse(named ?? text)
  if (address.success && name && name.length <= NAME_AT_MOST) return { name, address: address.data }
  context.addIssue('is neither an address nor Name <address>; put a name with a comma in quotation marks')
  return z.NEVER
})

const SECRET_AT_LEAST = 32
const TOKEN_AT_LEAST = 16
const BACKUP_KEY_AT_LEAST = 16
/** Longer than this no one should see old prices and seats. */
const CDN_SECONDS_AT_MOST = 3_600
/** On the clocks of BUSINESS_TIMEZONE: before the night's other job, while hardly anyone is awake. */
const NIGHTLY_BACKUP_HOUR = 3

const commaSeparated = filled.transform((text) => text.split(',').map((item) => item.trim()))

/** The first signs or seals, all are believed. An empty one would be a key that everyone knows. */
const secrets = commaSeparated.refine((all) => all.every(Boolean), {
  error: 'has an empty secret between its commas',
})

/** An hour of the day; null for 'off'. */
const hourOrOff = z.union([z.literal('off').transform(() => null), z.coerce.number().int().min(0).max(23)], {
  error: 'is neither an hour of the day nor off',
})

/** The proxies before the site, by address, network or a name that proxy-addr knows (`loopback`). */
const proxies = filled.transform((text, context) => {
  try {
    return proxyAddr.compile(text.split(',').map((proxy) => proxy.trim()))
  } catch {
    context.addIssue('is not a list of addresses or networks such as 10.0.0.0/8')
    return z.NEVER
  }
})

/** Marks what no one but the site may know: BACKUP_COMMAND_ENV cannot name it. */
const secret = <Schema extends z.ZodType>(schema: Schema): Schema => schema.meta({ isSecret: true })

/** Shown by programs that ask for the jobs or the metrics. */
const token = secret(
  filled.min(TOKEN_AT_LEAST, { error: `is shorter than ${TOKEN_AT_LEAST} characters` }).optional(),
)

/** Names of variables. */
const names = commaSeparated.refine((all) => all.every((name) => /^\w+$/.test(name)), {
  error: 'is not a list of names such as AWS_ACCESS_KEY_ID,AWS_SECRET_ACCESS_KEY',
})

/** One variable a line; the README says what each is for. */
const Environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: filled.optional(),
  BASE_URL: origin.optional(),
  DATABASE_PATH: filled
    .refine((path) => path !== ':memory:', { error: 'is no file: bookings would be lost with the process' })
    .default('data/safari.db'),
  SESSION_SECRET: secret(secrets.optional()),
  DATA_KEY: secret(secrets.optional()),
  ADMIN_USERNAME: filled.min(3).optional(),
  ADMIN_PASSWORD: secret(z.string().min(6).optional()),
  STRIPE_SECRET_KEY: secret(filled.optional()),
  STRIPE_PUBLISHABLE_KEY: filled.optional(),
  STRIPE_WEBHOOK_SECRET: secret(filled.optional()),
  STRIPE_API_BASE: origin.optional(),
  STRIPE_JS_URL: z.url({ error: 'is not an address' }).optional(),
  SMTP_URL: secret(z.url({ protocol: /^smtps?$/, error: 'is not an smtp: or smtps: address' }).optional()),
  MAIL_FROM: sender.prefault('hello@savannasoul.example'),
  STAFF_EMAIL: z.email().default('staff@savannasoul.example'),
  BUSINESS_TIMEZONE: timeZone.default('America/Chicago'),
  CLOCK_START: z.coerce.date({ error: 'is not an instant such as 2025-06-01T14:00:00Z' }).optional(),
  GA_MEASUREMENT_ID: filled.optional(),
  CRON_TOKEN: token,
  METRICS_TOKEN: token,
  BACKUP_DIR: filled.optional(),
  BACKUP_HOUR: hourOrOff.default(NIGHTLY_BACKUP_HOUR),
  BACKUP_KEY: secret(
    secrets
      .refine((all) => all.every((key) => key.length >= BACKUP_KEY_AT_LEAST), {
        error: `has a key shorter than ${BACKUP_KEY_AT_LEAST} characters`,
      })
      .optional(),
  ),
  BACKUP_COMMAND: filled.optional(),
  BACKUP_COMMAND_ENV: names.optional(),
  LITESTREAM_REPLICA_URL: filled.optional(),
  FLY_APP_NAME: filled.optional(),
  TRUST_PROXY: proxies.optional(),
  LITEFS_DIR: filled.optional(),
  PICTURES_DIR: filled.optional(),
  CDN_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(CDN_SECONDS_AT_MOST, { error: `is not a number of seconds up to ${CDN_SECONDS_AT_MOST}` })
    .default(0),
})

type Values = z.infer<typeof Environment>

const SECRETS: ReadonlySet<string> = new Set(
  Object.entries(Environment.shape).flatMap(([name, schema]) => (schema.meta()?.isSecret ? [name] : [])),
)

/** The card provider's settings; null when any of the three keys is missing ("not configured"). */
export type StripeSettings = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  apiBase: URL | null
  jsUrl: string | null
  live: boolean
}

/**
 * Checks every variable; an empty one counts as unset. Throws an Error with a sentence for each wrong one.
 */
export function readEnvironment(variables: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) throw new Error(sentences(parsed.error))

  const values = parsed.data
  const wrong = wrongTogether(values)
  if (wrong) throw new Error(wrong)
  return {
    ...values,
    BASE_URL: values.BASE_URL ?? `http://localhost:${values.PORT}`,
    sessionSecrets: values.SESSION_SECRET ?? [randomBytes(32).toString('hex')],
    /** None in production without DATA_KEY: what has to be sealed cannot be kept there. */
    dataKeys: values.DATA_KEY ?? (values.NODE_ENV === 'production' ? [] : [randomBytes(32).toString('hex')]),
    production: values.NODE_ENV === 'production',
    stripe: stripeSettings(values),
  }
}

/** Real cards are charged on real days, and never sent to a server that plays Stripe. */
const FORBIDDEN_WITH_LIVE_KEYS = ['CLOCK_START', 'STRIPE_API_BASE', 'STRIPE_JS_URL'] as const

/** Why variables that are right by themselves do not go together, as a sentence; null where they do. */
function wrongTogether(values: Values): string | null {
  const notLive = FORBIDDEN_WITH_LIVE_KEYS.find((name) => values[name])
  if (notLive && hasLiveKey(values)) {
    return `${notLive} is set together with a live Stripe key: remove one of them.`
  }
  const passedOn = values.BACKUP_COMMAND_ENV?.find((name) => SECRETS.has(name))
  if (passedOn) return `BACKUP_COMMAND_ENV names ${passedOn}, which is the site's own secret: remove it.`
  return wrongInLiteFs(values) ?? (values.NODE_ENV === 'production' ? wrongInProduction(values) : null)
}

/** What several machines have to share, and what LiteFS needs. */
function wrongInLiteFs(values: Values): string | null {
  const { LITEFS_DIR, DATABASE_PATH, PICTURES_DIR, BACKUP_DIR } = values
  if (!LITEFS_DIR) return null
  if (!values.SESSION_SECRET) return 'SESSION_SECRET is missing: all machines must accept the same cookies.'
  if (resolve(dirname(DATABASE_PATH)) !== resolve(LITEFS_DIR)) {
    return 'DATABASE_PATH is not a file in LITEFS_DIR.'
  }
  if (!PICTURES_DIR || !BACKUP_DIR) {
    return 'PICTURES_DIR or BACKUP_DIR is missing: LiteFS accepts only databases in LITEFS_DIR.'
  }
  if (values.LITESTREAM_REPLICA_URL) {
    return 'LITESTREAM_REPLICA_URL and LITEFS_DIR are both set: choose one.'
  }
  if (!values.FLY_APP_NAME) return 'LITEFS_DIR is set outside Fly: the proxy of LiteFS works on Fly alone.'
  return null
}

function wrongInProduction({ SESSION_SECRET, DATA_KEY = [], BASE_URL }: Values): string | null {
  if (!SESSION_SECRET) return 'SESSION_SECRET is missing: production does not start without it.'
  for (const [name, secrets] of Object.entries({ SESSION_SECRET, DATA_KEY })) {
    if (secrets.some((secret) => secret.length < SECRET_AT_LEAST)) {
      return `${name} has a secret shorter than ${SECRET_AT_LEAST} characters: make one with openssl rand -hex 32.`
    }
  }
  if (!BASE_URL) return 'BASE_URL is missing: production does not start without its public address.'
  const { protocol, host } = new URL(BASE_URL)
  if (protocol !== 'https:' && !isLoopback(host)) {
    return 'BASE_URL is not an https address: without it passwords and cookies could be read in transit.'
  }
  return null
}

const hasLiveKey = ({ STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY }: Values): boolean =>
  /^(sk|rk)_live_/.test(STRIPE_SECRET_KEY ?? '') || (STRIPE_PUBLISHABLE_KEY ?? '').startsWith('pk_live_')

function stripeSettings(values: Values): StripeSettings | null {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = values
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET) return null
  return {
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    apiBase: values.STRIPE_API_BASE ? new URL(values.STRIPE_API_BASE) : null,
    jsUrl: values.STRIPE_JS_URL ?? null,
    live: hasLiveKey(values),
  }
}

const sentences = (error: z.ZodError) =>
  error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}.`).join(' ')

/** The checked environment; importing this module stops the start where a variable is wrong. */
export const env = readEnvironment(process.env)

/** What every command is handed of the machine's environment. */
const PASSED_TO_COMMANDS = ['PATH', 'HOME', 'TZ', 'LANG', 'TMPDIR']

/** What a command of the operator's is given: what any program needs, and what BACKUP_COMMAND_ENV names. */
export const environmentForCommands = (
  variables: Record<string, string | undefined> = process.env,
  named = env.BACKUP_COMMAND_ENV ?? [],
): NodeJS.ProcessEnv =>
  Object.fromEntries(
    [...PASSED_TO_COMMANDS, ...named].flatMap((name) =>
      variables[name] === undefined ? [] : [[name, variables[name]]],
    ),
  ) as NodeJS.ProcessEnv
