import { z } from 'zod'
import { emailAddress, webAddress } from '#app/platform/typed/addresses'
import { oneLine, paragraphs } from '#app/platform/typed/clean'
import { EMAIL_AT_MOST, PHONE_AT_MOST, tooLong } from '#app/platform/typed/limits'
import { typedText } from '#app/platform/typed/text'
import { pictureAddress } from './picture-address'

/** The longest that each text may be, in characters. */
export const SETTINGS_LIMITS = {
  heroTitle: 80,
  heroSubtitle: 200,
  aboutText: 4_000,
  contactEmail: EMAIL_AT_MOST,
  contactPhone: PHONE_AT_MOST,
  postalAddress: 200,
  openingHours: 120,
  leaderName: 80,
  leaderRole: 80,
  leaderText: 1_500,
  bannerText: 200,
  footerText: 500,
  facebookLink: 200,
  instagramLink: 200,
  youtubeLink: 200,
} as const

export type SettingsText = keyof typeof SETTINGS_LIMITS

const text = (field: SettingsText, label: string, clean = oneLine) =>
  typedText({ label, atMost: SETTINGS_LIMITS[field], clean })

const Settings = z.object({
  heroTitle: text('heroTitle', 'Hero title'),
  heroSubtitle: text('heroSubtitle', 'Hero subtitle'),
  aboutText: text('aboutText', 'About text', paragraphs),
  contactEmail: emailAddress({ missing: 'Valid email is required', label: 'Contact email' }),
  contactPhone: text('contactPhone', 'Contact phone').refine((phone) => /\d(\D*\d){4}/.test(phone), {
    error: 'Contact phone must be a number that can be called',
  }),
  // The law on commercial mail asks for it at the end of every campaign: so it is never empty.
  postalAddress: text('postalAddress', 'Postal address'),
  openingHours: z
    .string({ error: 'Opening hours must be text' })
    .transform(oneLine)
    .pipe(
      z
        .string()
        .max(SETTINGS_LIMITS.openingHours, { error: tooLong('Opening hours', SETTINGS_LIMITS.openingHours) }),
    )
    .optional(),
  leaderName: text('leaderName', 'Name'),
  leaderRole: text('leaderRole', 'Role'),
  leaderText: text('leaderText', 'Profile text', paragraphs),
  leaderPicture: pictureAddress(),
  bannerEnabled: z.boolean({ error: 'Banner must be on or off' }).optional(),
  bannerText: z
    .string({ error: 'Banner text must be text' })
    .nullish()
    .transform((text) => (typeof text === 'string' ? oneLine(text) : text))
    .pipe(
      z
        .string()
        .max(SETTINGS_LIMITS.bannerText, { error: tooLong('Banner text', SETTINGS_LIMITS.bannerText) })
        .nullish(),
    ),
  footerText: text('footerText', 'Footer text'),
  facebookLink: webAddress('Facebook', SETTINGS_LIMITS.facebookLink),
  instagramLink: webAddress('Instagram', SETTINGS_LIMITS.instagramLink),
  youtubeLink: webAddress('YouTube', SETTINGS_LIMITS.youtubeLink),
})

/** `version` is the one that the editor began with (see saveSettings). */
const version = z.number({ error: 'Version must be a number' }).int().optional()

const mayBeShown = { path: ['bannerText'], error: 'Please write what the banner says, or switch it off' }

/** Site settings, as the form sends them: all of them. What is text here is never markup. */
export const SettingsForm = Settings.extend({ version }).refine(
  ({ bannerEnabled, bannerText }) => !bannerEnabled || Boolean(bannerText),
  mayBeShown,
)

/** What the call did not have at first (rules 7.10): left out, it stays as it is. */
const ADDED_LATER = {
  postalAddress: true,
  leaderName: true,
  leaderRole: true,
  leaderText: true,
  leaderPicture: true,
} as const

/** The same, as the JSON call sends them: a banner that is left out stays as it is, too. */
export const SettingsCall = Settings.partial(ADDED_LATER)
  .extend({ version })
  .refine(
    ({ bannerEnabled, bannerText }) => !bannerEnabled || bannerText === undefined || Boolean(bannerText),
    mayBeShown,
  )

export type SettingsEntry = z.output<typeof SettingsCall>

export const SETTINGS_FIELDS = Object.keys(Settings.shape) as (keyof z.output<typeof Settings>)[]
