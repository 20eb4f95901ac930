import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import type { ComponentProps, ReactNode } from 'react'
import { namesOf } from '#app/platform/typed/fields'
import type { SiteSettings } from '#app/site/settings.server'
import {
  SETTINGS,
  SETTINGS_FIELDS,
  SETTINGS_PARTS,
  type Setting,
  SettingsForm,
  type SettingsText,
} from '#app/site/settings-form'
import { NotSent, useLastResult } from '#app/ui/admin/admin-form'
import { AdminPanel, adminButton } from '#app/ui/admin/admin-parts'
import { Spinner } from '#app/ui/button'
import { Notice } from '#app/ui/notice'
import { SavedSince, StoredNow } from './list-parts'
import type { PictureChoice } from './picture-choice'
import { BannerFields, Portrait, SettingLine } from './settings-fields'

const HERE = '/admin/settings'

type SavedBefore = { by?: string; settings: SiteSettings }

type Props = {
  settings: SiteSettings
  pictures: ComponentProps<typeof PictureChoice>['pictures']
  answer?: { submission: SubmissionResult; savedSince?: SavedBefore | null }
}

/**
 * What the site says. Where somebody has saved in the meantime, what is stored stands below each field that
 * differs.
 */
export function SiteForm({ settings, pictures, answer }: Props) {
  const saving = useNavigation().formAction?.split('?')[0] === HERE
  const [form, fields] = useForm({
    id: 'site-settings',
    lastResult: useLastResult(answer?.submission),
    defaultValue: settings,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: SettingsForm }),
    // Not on blur: an error that appears while the mouse is down moves what was about to be clicked.
    shouldRevalidate: 'onInput',
  })
  const savedSince = answer?.savedSince
  const firstWrong = SETTINGS_FIELDS.find((field) => fields[field].errors)
  const isOn = fields.bannerEnabled.initialValue === 'on'

  const stored = (name: SettingsText) => {
    const words = savedSince?.settings[name] ?? ''
    const isOther = savedSince && words !== (fields[name].initialValue ?? '').replace(/\r\n/g, '\n')
    return isOther && <StoredNow words={words} />
  }
  const line = (name: SettingsText) => (
    <>
      <SettingLine
        name={name}
        id={fields[name].id}
        errors={fields[name].errors}
        autoFocus={firstWrong === name}
        defaultValue={fields[name].initialValue ?? ''}
      />
      {stored(name)}
    </>
  )
  /** What is no line of text. */
  const own: Record<Exclude<Setting, SettingsText>, ReactNode> = {
    leaderPicture: (
      <Portrait
        pictures={pictures}
        chosen={fields.leaderPicture.initialValue}
        errors={fields.leaderPicture.errors}
        storedPicture={savedSince?.settings.leaderPicture}
      />
    ),
    bannerEnabled: (
      <>
        <BannerFields
          isOn={isOn}
          text={fields.bannerText.initialValue ?? ''}
          field={{
            id: fields.bannerText.id,
            errors: fields.bannerText.errors,
            autoFocus: firstWrong === 'bannerText',
          }}
        />
        {stored('bannerText')}
        {savedSince && savedSince.settings.bannerEnabled !== isOn && (
          <StoredNow words={savedSince.settings.bannerEnabled ? 'The banner is on' : 'The banner is off'} />
        )}
      </>
    ),
  }
  const isOwn = (name: Setting): name is keyof typeof own => Object.hasOwn(own, name)
  /** The banner's text stands with its switch. */
  const namesIn = (part: keyof typeof SETTINGS_PARTS) =>
    SETTINGS_FIELDS.filter((name) => SETTINGS[name].part === part && name !== 'bannerText')
  return (
    <Form
      method="post"
      action={`${HERE}?index`}
      preventScrollReset
      {...getFormProps(form)}
      className="grid max-w-208 gap-5 [&_input]:scroll-mb-24 [&_textarea]:scroll-mb-24"
    >
      {/* Saving again after a quarrel is meant: it goes by the version that was shown. */}
      <input
        type="hidden"
        name="version"
        value={savedSince?.settings.version ?? fields.version.initialValue ?? settings.version}
      />
      {savedSince && <SavedSince key={savedSince.settings.version} by={savedSince.by} here={HERE} />}
      {namesOf(SETTINGS_PARTS).map((part) => (
        <AdminPanel key={part} title={SETTINGS_PARTS[part]}>
          {part === 'social' && (
            <p className="mb-4 text-admin-soft text-xs">
              Where the icons in the footer lead; search engines read them too. An icon without an address
              leads nowhere.
            </p>
          )}
          <div className="grid gap-4.5 sm:grid-cols-2">
            {namesIn(part).map((name) => (
              <div key={name} className={SETTINGS[name].wide ? 'sm:col-span-2' : ''}>
                {isOwn(name) ? own[name] : line(name)}
              </div>
            ))}
          </div>
        </AdminPanel>
      ))}
      {!savedSince && form.errors?.[0] && <Notice tone="danger" role="alert" title={form.errors[0]} />}
      <NotSent />
      <div className="sticky bottom-0 -mx-4 flex items-center gap-4 border-admin-line border-t bg-admin px-4 py-3 sm:mx-0 sm:px-0">
        <button
          type="submit"
          disabled={saving}
          aria-busy={saving}
          className={adminButton('main', 'min-w-36 flex-none')}
        >
          {saving && <Spinner className="size-4" />}
          {saving ? 'Saving...' : 'Save Settings'}
        </button>
        <p className="text-admin-soft text-xs">Visitors see changes at once.</p>
      </div>
    </Form>
  )
}
