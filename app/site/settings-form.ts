import { z } from 'zod'
import { cents, isChargeable, showCents } from '#app/platform/money'
import { readDollars } from '#app/platform/typed/amounts'
import { oneLine, phoneLine } from '#app/platform/typed/clean'
import {
  EMAIL_AT_MOST,
  type Field,
  fields,
  type NamesWith,
  namesOf,
  PHONE_AT_MOST,
  tooLong,
} from '#app/platform/typed/fields'
import { formOf } from '#app/platform/typed/form-schema'
import { clearableText, typedText, webAddress } from '#app/platform/typed/text'
import { BANK_DISCOUNT_AT_MOST, readBankDiscount, STRIPE_TAKES } from './bank-discount'
import { pictureAddress } from './list-forms'

/** The panels of the form. */
export const SETTINGS_PARTS = {
  hero: 'Hero Section',
  about: 'About Section',
  contact: 'Contact Information',
  banner: 'Site Banner',
  footer: 'Footer',
  leader: 'Leadership profile',
  payments: 'Payments',
  social: 'Social links',
} as const

/** What Stripe takes for a statement; it has no field for it per card payment, only the account's own. */
const STATEMENT = { atLeast: 5, atMost: 22 }
const STATEMENT_RULE = `The name on card statements has ${STATEMENT.atLeast} to ${STATEMENT.atMost} plain letters, digits and signs, a letter among them, and none of < > \\ ' " *`
const isStatementName = (typed: string) =>
  typed.length >= STATEMENT.atLeast &&
  /^[ -~]+$/.test(typed) &&
  /[a-z]/i.test(typed) &&
  !/[<>\\'"*]/.test(typed)

type SettingRow = Field & {
  part: keyof typeof SETTINGS_PARTS
  /** What the form writes above it, where the specification has it in capitals: sentences have the label. */
  above?: string
  /** Required in the JSON call from its first version; what was added later may be left out, and stays. */
  isOfFirstCall?: true
  /** Receipts say it of the company. */
  isOnReceipts?: true
}

const text = (label: string, atMost: number) => ({ label, atMost, missing: `${label} is required` })

const link = (label: string) => ({
  label,
  kind: 'url' as const,
  atMost: 200,
  rows: 1,
  wide: true as const,
  schema: webAddress(label, 200),
})

/** What staff write for the site's pages. Each field is a column. */
export const SETTINGS = fields<SettingRow>()({
  heroTitle: {
    ...text('Hero title', 80),
    above: 'Hero Title',
    rows: 1,
    wide: true,
    part: 'hero',
    isOfFirstCall: true,
  },
  heroSubtitle: {
    ...text('Hero subtitle', 200),
    above: 'Hero Subtitle',
    rows: 2,
    wide: true,
    part: 'hero',
    isOfFirstCall: true,
  },
  aboutText: {
    ...text('About text', 4_000),
    above: 'About Text',
    kind: 'paragraphs',
    hint: 'An empty line begins a new paragraph.',
    rows: 6,
    wide: true,
    part: 'about',
    isOfFirstCall: true,
  },
  contactEmail: {
    label: 'Contact email',
    above: 'Contact Email',
    kind: 'email',
    missing: 'Valid email is required',
    atMost: EMAIL_AT_MOST,
    wide: true,
    part: 'contact',
    isOfFirstCall: true,
    isOnReceipts: true,
  },
  contactPhone: {
    ...text('Contact phone', PHONE_AT_MOST),
    above: 'Contact Phone',
    kind: 'tel',
    wide: true,
    schema: typedText({ label: 'Contact phone', atMost: PHONE_AT_MOST, clean: phoneLine }).refine(
      (phone) => /\d(\D*\d){4}/.test(phone),
      { error: 'Contact phone must be a number that can be called' },
    ),
    part: 'contact',
    isOfFirstCall: true,
    isOnReceipts: true,
  },
  // The law on commercial mail asks for it at the end of every campaign: so it is never empty.
  sellerOfTravel: {
    label: 'Seller-of-travel registration',
    hint: 'Numbers that some states give sellers of travel. In the footer and in the terms; leave it empty to show none.',
    atMost: 200,
    rows: 1,
    wide: true,
    schema: clearableText('Seller-of-travel registration', 200).optional(),
    part: 'contact',
  },
  postalAddress: {
    ...text('Mailing address', 200),
    hint: 'Ends every campaign, because the law on commercial mail asks for it. Also in the footer, on the contact page and on receipts.',
    rows: 1,
    wide: true,
    part: 'contact',
    isOnReceipts: true,
  },
  openingHours: {
    label: 'Opening hours',
    hint: 'On the contact page, with the time zone. Leave it empty to show none.',
    atMost: 120,
    rows: 1,
    wide: true,
    schema: clearableText('Opening hours', 120).optional(),
    part: 'contact',
  },
  lettersSignedBy: {
    label: 'Letters signed by',
    hint: 'Under every letter to a guest, such as Grace Njoroge, who plans the journeys. Leave it empty to sign with the leader’s name and role.',
    atMost: 120,
    rows: 1,
    wide: true,
    schema: clearableText('Letters signed by', 120).optional(),
    part: 'contact',
  },
  bannerEnabled: {
    label: 'Enable banner',
    wide: true,
    schema: z.boolean({ error: 'Banner must be on or off' }).optional(),
    part: 'banner',
  },
  bannerText: {
    label: 'Banner text',
    above: 'Banner Text',
    rows: 1,
    hint: 'One line above every page of the site.',
    atMost: 200,
    schema: z
      .string({ error: 'Banner text must be text' })
      .nullish()
      .transform((text) => (typeof text === 'string' ? oneLine(text) : text))
      .pipe(
        z
          .string()
          .max(200, { error: tooLong('Banner text', 200) })
          .nullish(),
      ),
    part: 'banner',
  },
  footerText: {
    ...text('Footer text', 500),
    above: 'Footer Text',
    rows: 2,
    wide: true,
    part: 'footer',
    isOfFirstCall: true,
  },
  leaderName: { ...text('Name', 80), wide: true, part: 'leader' },
  leaderRole: { ...text('Role', 80), rows: 1, wide: true, part: 'leader' },
  leaderText: {
    ...text('Profile text', 1_500),
    kind: 'paragraphs',
    hint: 'On the contact page. An empty line begins a new paragraph.',
    rows: 5,
    wide: true,
    part: 'leader',
  },
  leaderPicture: { label: 'Portrait', wide: true, schema: pictureAddress(), part: 'leader' },
  cardStatement: {
    label: 'Name on card statements',
    hint: 'Checkout says it beside the button, so that guests know their payment again. Write it as it stands in Stripe’s dashboard, under Settings, Business, Statement descriptor; leave it empty to say nothing.',
    atMost: STATEMENT.atMost,
    wide: true,
    schema: clearableText('Name on card statements', STATEMENT.atMost)
      .refine((typed) => typed === '' || isStatementName(typed), { error: STATEMENT_RULE })
      .optional(),
    part: 'payments',
  },
  bankAtMost: {
    label: 'Largest bank payment',
    above: 'Largest bank payment ($)',
    hint: 'Guests can pay installments from a US bank account, which costs less than a card and takes days. Leave it empty to take cards alone. Stripe has to have ACH Direct Debit switched on.',
    atMost: 12,
    schema: clearableText('Largest bank payment', 12)
      .refine((typed) => typed === '' || isChargeable(readDollars(typed) ?? cents(0)), {
        error: 'Please enter dollars that can be paid at once, such as 6,000',
      })
      .optional(),
    part: 'payments',
  },
  bankDiscount: {
    label: 'Discount for bank payments',
    above: 'Discount for bank payments (%)',
    hint: `At most ${BANK_DISCOUNT_AT_MOST}; leave it empty to give nothing. Stripe keeps ${STRIPE_TAKES.card.percent}% and ${STRIPE_TAKES.card.cents}¢ of a card payment, and ${STRIPE_TAKES.bankAccount.percent}%, at most ${showCents(STRIPE_TAKES.bankAccount.atMostCents)}, from a bank account. Guests see it before they pay.`,
    atMost: 6,
    schema: clearableText('Discount for bank payments', 6)
      .refine((typed) => readBankDiscount(typed) !== null, {
        error: `Please enter a percentage up to ${BANK_DISCOUNT_AT_MOST} with one decimal at most, such as 1 or 0.5`,
      })
      .optional(),
    part: 'payments',
  },
  offersAutopay: {
    label: 'Offer automatic payment',
    hint: 'Guests can agree that later installments are charged on their dates to the card or the account that they have just paid from. What was agreed before it is switched off goes on.',
    wide: true,
    schema: z.boolean({ error: 'Automatic payment must be on or off' }).optional(),
    part: 'payments',
  },
  facebookLink: { ...link('Facebook'), part: 'social' },
  instagramLink: { ...link('Instagram'), part: 'social' },
  youtubeLink: { ...link('YouTube'), part: 'social' },
})

export type Setting = keyof typeof SETTINGS

export type SettingsPart = keyof typeof SETTINGS_PARTS

/** Those that are on or off. */
export const SWITCHES = ['bannerEnabled', 'offersAutopay'] as const satisfies Setting[]

export const isSwitch = (field: Setting): field is (typeof SWITCHES)[number] =>
  (SWITCHES as readonly Setting[]).includes(field)

/** Those that are text with a limit. */
export type SettingsText = NamesWith<typeof SETTINGS, { atMost: number }>

const Settings = formOf(SETTINGS)

/** `version` is the one that the editor began with (see saveSettings). */
const version = z.number({ error: 'Version must be a number' }).int().optional()

const mayBeShown = { path: ['bannerText'], error: 'Please write what the banner says, or switch it off' }

/** Site settings, as the form sends them: all of them. What is text here is never markup. */
export const SettingsForm = Settings.extend({ version }).refine(
  ({ bannerEnabled, bannerText }) => !bannerEnabled || Boolean(bannerText),
  mayBeShown,
)

/** What the call did not have at first (rules 7.10): left out, it stays as it is. */
const ADDED_LATER = Object.fromEntries(
  namesOf(SETTINGS)
    .filter((field) => !SETTINGS[field].isOfFirstCall)
    .map((field) => [field, true]),
) as Record<Exclude<Setting, NamesWith<typeof SETTINGS, { isOfFirstCall: true }>>, true>

/** The same, as the JSON call sends them: a banner that is left out stays as it is, too. */
export const SettingsCall = Settings.partial(ADDED_LATER)
  .extend({ version })
  .refine(
    ({ bannerEnabled, bannerText }) => !bannerEnabled || bannerText === undefined || Boolean(bannerText),
    mayBeShown,
  )

export type SettingsEntry = z.output<typeof SettingsCall>

export const SETTINGS_FIELDS = namesOf(SETTINGS)

type OnReceipts = NamesWith<typeof SETTINGS, { isOnReceipts: true }>

/** The company, as receipts have it. */
export type Company = Record<OnReceipts, string>

/** The same of all that staff wrote. */
export const companyOf = (settings: Company): Company =>
  Object.fromEntries(
    SETTINGS_FIELDS.filter((field): field is OnReceipts => SETTINGS[field].isOnReceipts === true).map(
      (field) => [field, settings[field]],
    ),
  ) as Company
