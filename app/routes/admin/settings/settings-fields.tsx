import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { SETTINGS_LIMITS, type SettingsText } from '#app/site/settings-form'
import { CountedField } from '#app/ui/admin/admin-fields'
import { AdminPanel } from '#app/ui/admin/admin-parts'
import { StoredNow } from './list-parts'
import { PictureChoice } from './picture-choice'

type Props = {
  isOn: boolean
  text: string
  field: Pick<ComponentProps<typeof CountedField>, 'id' | 'errors' | 'autoFocus'>
}

/**
 * The switch, the text and how it will look. The text is disabled while the banner is off (rules 6.12): by scripts
 * only, since without them nothing could enable it again. A disabled field is not sent, so a hidden one is.
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
        Enable banner
      </label>
      <CountedField
        {...field}
        name="bannerText"
        label="Banner Text"
        hint="One line above every page of the site."
        atMost={SETTINGS_LIMITS.bannerText}
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

type LeaderFieldsProps = {
  pictures: ComponentProps<typeof PictureChoice>['pictures']
  chosen: string | undefined
  errors: string[] | undefined
  text: (name: SettingsText) => Omit<ComponentProps<typeof CountedField>, 'label'>
  /** What a colleague has saved in the meantime in place of it. */
  stored: (name: SettingsText) => ReactNode
  storedPicture: string | undefined
}

/** The leadership profile of the contact page: who leads the company, in words and a portrait. */
export function LeaderFields({ pictures, chosen, errors, text, stored, storedPicture }: LeaderFieldsProps) {
  // The portrait of now stands where it is seen without scrolling.
  const inOrder = [...pictures].sort(
    (one, other) => Number(other.address === chosen) - Number(one.address === chosen),
  )
  const isOther = storedPicture !== undefined && storedPicture !== chosen
  return (
    <AdminPanel title="Leadership Profile">
      <div className="grid gap-4.5 sm:grid-cols-2">
        <div>
          <CountedField {...text('leaderName')} label="Name" autoComplete="off" required />
          {stored('leaderName')}
        </div>
        <div>
          <CountedField {...text('leaderRole')} label="Role" autoComplete="off" required />
          {stored('leaderRole')}
        </div>
        <div className="sm:col-span-2">
          <CountedField
            {...text('leaderText')}
            label="Profile Text"
            hint="On the contact page. An empty line begins a new paragraph."
            rows={7}
            required
          />
          {stored('leaderText')}
        </div>
        <div className="sm:col-span-2">
          <PictureChoice
            pictures={inOrder}
            name="leaderPicture"
            label="Portrait"
            chosen={chosen}
            errors={errors}
          />
          {isOther && (
            <StoredNow
              words={pictures.find(({ address }) => address === storedPicture)?.title ?? storedPicture}
            />
          )}
        </div>
      </div>
    </AdminPanel>
  )
}
