import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { BRAND } from '#app/brand'

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
/** A name, in quotation marks where it holds what separates addresses, and an address between angle brackets. */
const NAMED_ADDRESS = /^(?:"((?:[^"\\\p{Cc}]|\\["\\])+)"|([^"<>@,;:\\\p{Cc}]+?)) *<([^<>]+)>$/u

/** Whom mail comes from: `Name <address>`, or an address alone, which goes by the brand's name. */
const sender = filled.transform((text, context) => {
  const [, quoted, plain, named] = NAMED_ADDRESS.exec(text) ?? []
  const name = (quoted?.replace(/\\(.)/g, '$1') ?? plain ?? BRAND).trim()
  const address = z.email().safeParse(named ?? text)
  if (address.success && name && name.length <= NAME_AT_MOST) return { name, address: address.data }
  context.addIssue('is not an address, nor Name <address>; a name with a comma stands in quotation marks')
  return z.NEVER
})

/** One variable a line, as decisions §1 lists them. */
const Environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: filled.optional(),
  BASE_URL: origin.optional(),
  DATABASE_PATH: filled.default('data/safari.db'),
  SESSION_SECRET: filled.optional(),
  ADMIN_USERNAME: filled.min(3).optional(),
  ADMIN_PASSWORD: filled.min(6).optional(),
  STRIPE_SECRET_KEY: filled.optional(),
  STRIPE_PUBLISHABLE_KEY: filled.optional(),
  STRIPE_WEBHOOK_SECRET: filled.optional(),
  STRIPE_API_BASE: origin.optional(),
  STRIPE_JS_URL: z.url({ error: 'is not an address' }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'is not an smtp: or smtps: address' }).optional(),
  MAIL_FROM: sender.prefault('hello@savannasoul.example'),
  STAFF_EMAIL: z.email().default('staff@savannasoul.example'),
  BUSINESS_TIMEZONE: timeZone.default('America/Chicago'),
  CLOCK_START: z.coerce.date({ error: 'is not an instant such as 2025-06-01T14:00:00Z' }).optional(),
  GA_MEASUREMENT_ID: filled.optional(),
  CRON_TOKEN: filled.min(16, { error: 'is shorter than 16 characters' }).optional(),
  FLY_APP_NAME: filled.optional(),
})

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
 * Reads and checks every variable of decisions §1. An empty variable counts as unset. Throws an Error whose
 * message names each wrong variable in a sentence.
 */
export function readEnvironment(variables: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) throw new Error(sentences(parsed.error))

  const values = parsed.data
  const stripe = stripeSettings(values)
  if (values.NODE_ENV === 'production' && !values.SESSION_SECRET) {
    throw new Error('SESSION_SECRET is missing: production does not start without it.')
  }
  if (values.CLOCK_START && stripe?.live) {
    throw new Error('CLOCK_START is set together with a live Stripe key: remove one of them.')
  }
  return {
    ...values,
    BASE_URL: values.BASE_URL ?? `http://localhost:${values.PORT}`,
    sessionSecrets: values.SESSION_SECRET?.split(',').map((secret) => secret.trim()) ?? [
      randomBytes(32).toString('hex'),
    ],
    production: values.NODE_ENV === 'production',
    stripe,
  }
}

function stripeSettings(values: z.infer<typeof Environment>): StripeSettings | null {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = values
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET) return null
  return {
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    apiBase: values.STRIPE_API_BASE ? new URL(values.STRIPE_API_BASE) : null,
    jsUrl: values.STRIPE_JS_URL ?? null,
    live: /^(sk|rk)_live_/.test(STRIPE_SECRET_KEY) || STRIPE_PUBLISHABLE_KEY.startsWith('pk_live_'),
  }
}

const sentences = (error: z.ZodError) =>
  error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}.`).join(' ')

/** The checked environment; importing this module stops the start where a variable is wrong. */
export const env = readEnvironment(process.env)
