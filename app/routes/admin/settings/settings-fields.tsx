import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { namesOf } from '#app/platform/typed/fields'
import type { SiteSettings } from '#app/site/settings.server'
import {
  SETTINGS,
  SETTINGS_FIELDS,
  SETTINGS_PARTS,
  type Setting,
  type SettingsPart,
  type SettingsText,
  type SWITCHES,
} from '#app/site/settings-form'
import { CountedField } from '#app/ui/admin/admin-fields'
import { AdminLink } from '#app/ui/admin/admin-parts'
import { PhoneFold } from '#app/ui/admin/phone-fold'
import { TextField } from '#app/ui/field'
import { Link } from '#app/ui/link'
import { ArrivedNotice } from '#app/ui/notice'

type Stored = Pick<SiteSettings, Setting>

type BannerProps = { isOn: boolean; field: Omit<ComponentProps<typeof CountedField>, 'label' | 'atMost'> }

/**
 * The switch, the text and how it will look. The text is disabled while the banner is off (rules 6.12): by
 * scripts only, since without them nothing could enable it again. A disabled field is not sent, so a hidden
 * one is.
 */
export function BannerFields({ isOn, field }: BannerProps) {
  const [on, setOn] = useState(isOn)
  const [typed, setTyped] = useState(field.defaultValue ?? '')
  const [scripted, setScripted] = useState(false)
  useEffect(() => setScripted(true), [])
  const isDisabled = scripted && !on
  return (
    <div className="group/banner grid gap-4.5">
      <SettingSwitch name="bannerEnabled" isOn={isOn} onSwitch={setOn} />
      <CountedField
        {...field}
        label={SETTINGS.bannerText.above}
        hint={SETTINGS.bannerText.hint}
        atMost={SETTINGS.bannerText.atMost}
        rows={SETTINGS.bannerText.rows}
        onText={setTyped}
        disabled={isDisabled}
        className="group-not-has-checked/banner:[&_textarea]:bg-admin group-not-has-checked/banner:[&_textarea]:text-admin-soft [&_textarea:disabled]:cursor-not-allowed"
      />
      {isDisabled && <input type="hidden" name="bannerText" value={typed} />}
      <div>
        <p className="mb-2 text-admin-soft text-xs">
          Preview{' '}
          <span className="group-has-checked/banner:hidden">(the banner is off: visitors do not see it)</span>
        </p>
        <p className="on-dark min-h-10 rounded-field bg-umber px-4 py-2.5 text-center font-medium text-sm [overflow-wrap:anywhere]">
          {typed.trim() || 'Your text'}
        </p>
      </div>
    </div>
  )
}

type SwitchProps = {
  name: (typeof SWITCHES)[number]
  isOn: boolean
  onSwitch?: (isOn: boolean) => void
}

/** Works without scripts: it is a checkbox. */
export const SettingSwitch = ({ name, isOn, onSwitch }: SwitchProps) => (
  <label className="flex items-center gap-3 justify-self-start font-semibold text-xs">
    <input
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its own state
      role="switch"
      name={name}
      defaultChecked={isOn}
      onChange={({ currentTarget }) => onSwitch?.(currentTarget.checked)}
      className="relative h-7 w-12 flex-none appearance-none rounded-full bg-field transition-colors before:absolute before:top-1 before:left-1 before:size-5 before:rounded-full before:bg-white before:transition-transform checked:bg-acacia checked:before:translate-x-5"
    />
    {SETTINGS[name].label}
  </label>
)

type SettingLineProps = { name: SettingsText } & BannerProps['field']

/** A text of the settings as its table has it, with a count of what is typed. */
export function SettingLine({ name, ...field }: SettingLineProps) {
  const { label, above = label, kind, hint, rows, missing, atMost = 0 } = SETTINGS[name]
  const line = {
    name,
    label: above,
    hint,
    required: missing !== undefined,
    ...(!rows && { autoComplete: 'off' }),
    ...field,
  }
  if (kind === 'email') return <TextField type="email" {...line} />
  const address = kind === 'url' && {
    inputMode: kind,
    placeholder: 'https://',
    spellCheck: false,
    optional: true,
  }
  return (
    <CountedField type={kind === 'tel' ? 'tel' : 'text'} rows={rows} atMost={atMost} {...address} {...line} />
  )
}

/** What a closed part says of itself: what is stored. */
const SAYS: Record<SettingsPart, (stored: Stored) => string> = {
  hero: ({ heroTitle }) => heroTitle,
  about: ({ aboutText }) => aboutText,
  contact: ({ contactEmail, contactPhone }) => `${contactEmail}, ${contactPhone}`,
  banner: ({ bannerEnabled, bannerText }) => (bannerEnabled && bannerText ? bannerText : 'Off'),
  footer: ({ footerText }) => footerText,
  leader: ({ leaderName, leaderRole }) => `${leaderName}, ${leaderRole}`,
  payments: ({ bankAtMost, offersAutopay }) =>
    [
      bankAtMost ? `Cards, and banks up to $${bankAtMost}` : 'Cards alone',
      offersAutopay && 'automatic payment',
    ]
      .filter(Boolean)
      .join(', '),
  social: (stored) =>
    SETTINGS_FIELDS.filter((name) => SETTINGS[name].part === 'social' && stored[name])
      .map((name) => SETTINGS[name].label)
      .join(', ') || 'None',
}

type PartProps = {
  part: SettingsPart
  stored: Stored
  /** Something in it has to be corrected, or was changed by someone else. */
  isNeeded: boolean
  children: ReactNode
}

/** One part of the form. */
export const SettingsPanel = ({ part, stored, ...fold }: PartProps) => (
  <PhoneFold id={anchorOf(part)} title={SETTINGS_PARTS[part]} says={SAYS[part](stored)} {...fold} />
)

const anchorOf = (part: SettingsPart) => `settings-${part}`

/** Where the parts are all open, the way to each. */
export const SettingsJumps = () => (
  <nav aria-label="Parts of the settings" className="mb-4 max-lg:hidden">
    <ul className="flex flex-wrap gap-x-5">
      {namesOf(SETTINGS_PARTS).map((part) => (
        <li key={part}>
          <Link
            to={`/admin/settings#${anchorOf(part)}`}
            className="inline-flex min-h-8 items-center text-umber text-xs underline underline-offset-4"
          >
            {SETTINGS_PARTS[part]}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

/** Someone else has saved since this form was opened. It takes focus: the button is far below it. */
export const SavedSince = ({ by, here }: { by?: string; here: string }) => (
  <ArrivedNotice
    tone="wait"
    role="alert"
    title="Someone else has saved these settings while you were writing"
    actions={
      <AdminLink to={here} reloadDocument>
        Discard my text and use what is saved
      </AdminLink>
    }
  >
    {by && <p>Last saved by {by}.</p>}
    <p>
      Nothing you wrote is lost: it is still in the form. Where it differs, what is saved now is shown below.
      Save again to put your text in its place.
    </p>
  </ArrivedNotice>
)

export const StoredNow = ({ words }: { words: string }) => (
  <div className="mt-2.5 rounded-field border-wait border-l-4 bg-wait-fill px-3.5 py-2.5 text-sm">
    <p className="font-semibold text-2xs text-wait">Stored now</p>
    <p className="whitespace-pre-line [overflow-wrap:anywhere]">{words || 'Nothing'}</p>
  </div>
)
