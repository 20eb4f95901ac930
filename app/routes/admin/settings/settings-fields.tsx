import { type ComponentProps, useEffect, useState } from 'react'
import { capitalized } from '#app/platform/typed/fields'
import { SETTINGS, type SettingsText } from '#app/site/settings-form'
import { CountedField } from '#app/ui/admin/admin-fields'
import { TextField } from '#app/ui/field'
import { StoredNow } from './list-parts'
import { PictureChoice } from './picture-choice'

type Props = {
  isOn: boolean
  text: string
  field: Pick<ComponentProps<typeof CountedField>, 'id' | 'errors' | 'autoFocus'>
}

/**
 * The switch, the text and how it will look. The text is disabled while the banner is off (rules 6.12): by
 * scripts only, since without them nothing could enable it again. A disabled field is not sent, so a hidden
 * one is.
 */
export function BannerFields({ isOn, text, field }: Props) {
  const [on, setOn] = useState(isOn)
  const [typed, setTyped] = useState(text)
  const [scripted, setScripted] = useState(false)
  useEffect(() => setScripted(true), [])
  const isDisabled = scripted && !on
  return (
    <div className="group/banner grid gap-4.5">
      <label className="flex items-center gap-3 justify-self-start font-semibold text-xs">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its own state
          role="switch"
          name="bannerEnabled"
          defaultChecked={isOn}
          onChange={({ currentTarget }) => setOn(currentTarget.checked)}
          className="relative h-7 w-12 flex-none appearance-none rounded-full bg-field transition-colors before:absolute before:top-1 before:left-1 before:size-5 before:rounded-full before:bg-white before:transition-transform checked:bg-acacia checked:before:translate-x-5"
        />
        {SETTINGS.bannerEnabled.label}
      </label>
      <CountedField
        {...field}
        name="bannerText"
        label={inTitleCase(SETTINGS.bannerText.label)}
        hint={SETTINGS.bannerText.hint}
        atMost={SETTINGS.bannerText.atMost}
        defaultValue={text}
        onText={setTyped}
        disabled={isDisabled}
        className="group-not-has-checked/banner:[&_input]:bg-admin group-not-has-checked/banner:[&_input]:text-admin-soft [&_input:disabled]:cursor-not-allowed"
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

type PortraitProps = Pick<ComponentProps<typeof PictureChoice>, 'pictures' | 'chosen' | 'errors'> & {
  /** What a colleague has saved in the meantime. */
  storedPicture: string | undefined
}

/** Of who leads the company. The one of now stands where it is seen without scrolling. */
export function Portrait({ pictures, chosen, errors, storedPicture }: PortraitProps) {
  const inOrder = [...pictures].sort(
    (one, other) => Number(other.address === chosen) - Number(one.address === chosen),
  )
  const isOther = storedPicture !== undefined && storedPicture !== chosen
  return (
    <>
      <PictureChoice
        pictures={inOrder}
        name="leaderPicture"
        label={SETTINGS.leaderPicture.label}
        chosen={chosen}
        errors={errors}
      />
      {isOther && (
        <StoredNow
          words={pictures.find(({ address }) => address === storedPicture)?.title ?? storedPicture}
        />
      )}
    </>
  )
}

const inTitleCase = (label: string): string => label.split(' ').map(capitalized).join(' ')

type SettingLineProps = { name: SettingsText; defaultValue: string } & Pick<
  ComponentProps<typeof CountedField>,
  'id' | 'errors' | 'autoFocus'
>

/** A text of the settings as its table has it, with a count of what is typed. */
export function SettingLine({ name, ...field }: SettingLineProps) {
  const { label, kind, hint, rows, missing, atMost = 0 } = SETTINGS[name]
  const line = {
    name,
    label: inTitleCase(label),
    hint,
    required: missing !== undefined,
    ...(!rows && { autoComplete: 'off' }),
    ...field,
  }
  if (kind === 'email') return <TextField type="email" {...line} />
  return kind === 'url' ? (
    <CountedField type="url" placeholder="https://" optional atMost={atMost} {...line} />
  ) : (
    <CountedField type={kind === 'tel' ? 'tel' : 'text'} rows={rows} atMost={atMost} {...line} />
  )
}
