import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import type { ComponentProps } from 'react'
import type { SiteSettings } from '#app/site/settings.server'
import { SETTINGS_FIELDS, SETTINGS_LIMITS, SettingsForm, type SettingsText } from '#app/site/settings-form'
import { SOCIAL_NETWORKS } from '#app/site/social-networks'
import { CountedField } from '#app/ui/admin/admin-fields'
import { AdminPanel, adminButton } from '#app/ui/admin/admin-parts'
import { NotSent, useLastResult } from '#app/ui/admin/save-bar'
import { TextField } from '#app/ui/field'
import { Notice } from '#app/ui/notice'
import { Spinner } from '#app/ui/spinner'
import { SavedMeanwhile, StoredNow } from './list-parts'
import type { PictureChoice } from './picture-choice'
import { BannerFields, LeaderFields } from './settings-fields'

const HERE = '/admin/settings'

type Meanwhile = { by?: string; settings: SiteSettings }

type Props = {
  settings: SiteSettings
  pictures: ComponentProps<typeof PictureChoice>['pictures']
  answer?: { submission: SubmissionResult; meanwhile?: Meanwhile | null }
}

/** What the site says. Where somebody has saved in the meantime, what is stored stands below each field that differs. */
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
  const meanwhile = answer?.meanwhile
  const firstWrong = SETTINGS_FIELDS.find((field) => fields[field].errors)
  const isOn = fields.bannerEnabled.initialValue === 'on'

  const plain = (name: SettingsText) => ({
    id: fields[name].id,
    name,
    errors: fields[name].errors,
    autoFocus: firstWrong === name,
    defaultValue: fields[name].initialValue ?? '',
  })
  const text = (name: SettingsText) => ({ ...plain(name), atMost: SETTINGS_LIMITS[name] })
  const stored = (name: SettingsText) => {
    const words = meanwhile?.settings[name] ?? ''
    const isOther = meanwhile && words !== (fields[name].initialValue ?? '').replace(/\r\n/g, '\n')
    return isOther && <StoredNow words={words} />
  }
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
        value={meanwhile?.settings.version ?? fields.version.initialValue ?? settings.version}
      />
      {meanwhile && <SavedMeanwhile key={meanwhile.settings.version} by={meanwhile.by} here={HERE} />}
      <AdminPanel title="Hero Section">
        <div className="grid gap-4.5">
          <div>
            <CountedField {...text('heroTitle')} label="Hero Title" required />
            {stored('heroTitle')}
          </div>
          <div>
            <CountedField {...text('heroSubtitle')} label="Hero Subtitle" rows={3} required />
            {stored('heroSubtitle')}
          </div>
        </div>
      </AdminPanel>
      <AdminPanel title="About Section">
        <CountedField
          {...text('aboutText')}
          label="About Text"
          hint="An empty line begins a new paragraph."
          rows={10}
          required
        />
        {stored('aboutText')}
      </AdminPanel>
      <AdminPanel title="Contact Information">
        <div className="grid gap-4.5 sm:grid-cols-2">
          <div>
            <TextField
              {...plain('contactEmail')}
              label="Contact Email"
              type="email"
              autoComplete="off"
              required
            />
            {stored('contactEmail')}
          </div>
          <div>
            <CountedField
              {...text('contactPhone')}
              label="Contact Phone"
              type="tel"
              autoComplete="off"
              required
            />
            {stored('contactPhone')}
          </div>
          <div className="sm:col-span-2">
            <CountedField
              {...text('postalAddress')}
              label="Postal Address"
              hint="Ends every campaign, because the law on commercial mail asks for it. Also in the footer, on the contact page and on receipts."
              autoComplete="off"
              required
            />
            {stored('postalAddress')}
          </div>
          <div className="sm:col-span-2">
            <CountedField
              {...text('openingHours')}
              label="Opening Hours"
              hint="On the contact page, with the time zone. Leave it empty to show none."
              autoComplete="off"
            />
            {stored('openingHours')}
          </div>
        </div>
      </AdminPanel>
      <LeaderFields
        pictures={pictures}
        chosen={fields.leaderPicture.initialValue}
        errors={fields.leaderPicture.errors}
        text={text}
        stored={stored}
        storedPicture={meanwhile?.settings.leaderPicture}
      />
      <AdminPanel title="Site Banner">
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
        {meanwhile && meanwhile.settings.bannerEnabled !== isOn && (
          <StoredNow words={meanwhile.settings.bannerEnabled ? 'The banner is on' : 'The banner is off'} />
        )}
      </AdminPanel>
      <AdminPanel title="Footer">
        <CountedField {...text('footerText')} label="Footer Text" rows={3} required />
        {stored('footerText')}
      </AdminPanel>
      <AdminPanel title="Social Links">
        <p className="mb-4 text-admin-soft text-xs">
          Where the icons in the footer lead; search engines read them too. An icon without an address leads
          nowhere.
        </p>
        <div className="grid gap-4.5">
          {SOCIAL_NETWORKS.map(({ name, field }) => (
            <div key={field}>
              <CountedField
                {...text(field)}
                label={name}
                type="url"
                placeholder="https://"
                autoComplete="off"
                optional
              />
              {stored(field)}
            </div>
          ))}
        </div>
      </AdminPanel>
      {!meanwhile && form.errors?.[0] && <Notice tone="danger" role="alert" title={form.errors[0]} />}
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
