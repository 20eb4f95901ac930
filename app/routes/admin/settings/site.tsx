import { getFormProps, type SubmissionResult } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { now } from '#app/platform/clock.server'
import { namesOf, ofEach } from '#app/platform/typed/fields'
import { readSubmission } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { picturesToChoose } from '#app/site/gallery.server'
import { PICTURE_GONE } from '#app/site/picture'
import { type SiteSettings, saveSettings, storedSettings } from '#app/site/settings.server'
import {
  isSwitch,
  SETTINGS,
  SETTINGS_FIELDS,
  SETTINGS_PARTS,
  type Setting,
  type SettingsEntry,
  SettingsForm,
  type SettingsPart,
  type SettingsText,
} from '#app/site/settings-form'
import { standInsOf } from '#app/site/stand-ins.server'
import { adminField } from '#app/ui/admin/admin-fields'
import {
  NotSent,
  STICKY_BAR,
  stayOnFailure,
  useFailureToast,
  useLastActionData,
  useLastResult,
} from '#app/ui/admin/admin-form'
import { adminButton, adminHead } from '#app/ui/admin/admin-parts'
import { useStaffForm } from '#app/ui/admin/staff-form'
import { Spinner } from '#app/ui/button'
import { Link } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { historyOf } from '#app/views/history.server'
import { PictureChoice } from './picture-choice'
import {
  BannerFields,
  SavedSince,
  SettingLine,
  SettingSwitch,
  SettingsJumps,
  SettingsPanel,
  StoredNow,
} from './settings-fields'

const SAVED = {
  tone: 'success',
  title: 'Settings updated',
  description: 'Your site settings have been saved successfully.',
} as const
const NOT_SAVED = { title: 'Update failed', description: 'Failed to update settings. Please try again.' }

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see content')
  const settings = storedSettings()
  const samples = standInsOf(settings).map((field) => SETTINGS[field].label)
  return { settings, samples, pictures: picturesToChoose() }
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change content')
  const submission = await readSubmission(request, SettingsForm)
  if (submission.status !== 'success') {
    return data({ submission: submission.reply() }, { status: 400 })
  }

  // An empty text arrives as undefined, and a switch that is off not at all: both are meant.
  const sent = submission.value
  const entry = ofEach(SETTINGS, (field) => sent[field] ?? (isSwitch(field) ? false : ''))
  const saved = saveSettings({ ...(entry as SettingsEntry), version: sent.version }, staff, now())
  if (!('refused' in saved)) return redirectWithToast('/admin/settings', SAVED)

  if (saved.refused === 'no-such-picture') {
    const fieldErrors = { leaderPicture: [PICTURE_GONE] }
    return data({ submission: submission.reply({ fieldErrors }) }, { status: 409 })
  }

  const [last] = historyOf('settings', { from: 'start' }).acts
  return data(
    {
      submission: submission.reply({ formErrors: [NOT_SAVED.description] }),
      failed: NOT_SAVED,
      savedSince: { by: last && `${last.who}, ${last.when}`, settings: saved.settings },
    },
    { status: 409 },
  )
}

export const clientAction = stayOnFailure(NOT_SAVED)

export const meta = () => adminHead('Site Settings')

export default function SitePage() {
  const { settings, samples, pictures } = useLoaderData<typeof loader>()
  const answer = useLastActionData<typeof action>()
  useFailureToast(answer)
  // Saved, the form begins again with what is stored.
  return (
    <>
      {samples.length > 0 && <SamplesNotice samples={samples} />}
      <SiteForm key={settings.version} settings={settings} pictures={pictures} answer={answer} />
    </>
  )
}

/** What a new site begins with, and guests do not read. */
const SamplesNotice = ({ samples }: { samples: string[] }) => (
  <Notice tone="wait" title="Some of this is a sample, and hidden from guests" className="mb-5 max-w-208">
    Guests see these once you have written your own: {samples.join(', ')}.
  </Notice>
)

const HERE = '/admin/settings'

type Props = Pick<ReturnType<typeof useLoaderData<typeof loader>>, 'settings' | 'pictures'> & {
  answer?: { submission: SubmissionResult; savedSince?: { by?: string; settings: SiteSettings } }
}

/** Where someone has saved in the meantime, what is stored now stands below each field that differs. */
function SiteForm({ settings, pictures, answer }: Props) {
  const saving = useNavigation().formAction?.split('?')[0] === HERE
  const [form, fields] = useStaffForm(SettingsForm, {
    id: 'site-settings',
    lastResult: useLastResult(answer?.submission),
    defaultValue: settings,
    // Not on blur: an error that appears while the mouse is down moves what was about to be clicked.
  })
  const savedSince = answer?.savedSince
  const isOn = fields.bannerEnabled.initialValue === 'on'
  const offersAutopay = fields.offersAutopay.initialValue === 'on'

  /** Whether someone has saved something else since: a picture of none, a switch and a text alike. */
  const isOther = (name: Setting): boolean => {
    if (!savedSince) return false
    const typed = fields[name].initialValue ?? ''
    return isSwitch(name)
      ? savedSince.settings[name] !== (typed === 'on')
      : (savedSince.settings[name] ?? '') !== typed.replace(/\r\n/g, '\n')
  }
  const stored = (name: SettingsText) =>
    isOther(name) && <StoredNow words={savedSince?.settings[name] ?? ''} />
  const line = (name: SettingsText) => (
    <>
      <SettingLine {...adminField(form, fields[name])} name={name} />
      {stored(name)}
    </>
  )
  const picture = fields.leaderPicture.initialValue
  const storedPicture = savedSince?.settings.leaderPicture ?? picture
  /** Fields that are not a text. */
  const own: Record<Exclude<Setting, SettingsText>, ReactNode> = {
    leaderPicture: (
      <>
        <PictureChoice
          pictures={pictures}
          name="leaderPicture"
          isFolded
          label={SETTINGS.leaderPicture.label}
          chosen={picture}
          errors={fields.leaderPicture.errors}
        />
        {isOther('leaderPicture') && (
          <StoredNow
            words={pictures.find(({ address }) => address === storedPicture)?.title ?? storedPicture ?? ''}
          />
        )}
      </>
    ),
    bannerEnabled: (
      <>
        <BannerFields isOn={isOn} field={adminField(form, fields.bannerText)} />
        {stored('bannerText')}
        {savedSince && isOther('bannerEnabled') && (
          <StoredNow words={savedSince.settings.bannerEnabled ? 'The banner is on' : 'The banner is off'} />
        )}
      </>
    ),
    offersAutopay: (
      <>
        <SettingSwitch name="offersAutopay" isOn={offersAutopay} />
        <p className="mt-2.5 text-admin-soft text-xs">{SETTINGS.offersAutopay.hint}</p>
        {savedSince && isOther('offersAutopay') && (
          <StoredNow
            words={
              savedSince.settings.offersAutopay
                ? 'Automatic payment is offered'
                : 'Automatic payment is not offered'
            }
          />
        )}
      </>
    ),
  }
  const isOwn = (name: Setting): name is keyof typeof own => Object.hasOwn(own, name)
  /** The banner's text is beside its switch. */
  const namesIn = (part: SettingsPart) =>
    SETTINGS_FIELDS.filter((name) => SETTINGS[name].part === part && name !== 'bannerText')
  const isNeeded = (part: SettingsPart) =>
    SETTINGS_FIELDS.some((name) => SETTINGS[name].part === part && (fields[name].errors || isOther(name)))
  return (
    <Form
      method="post"
      action={`${HERE}?index`}
      preventScrollReset
      {...getFormProps(form)}
      className="[&_input]:scroll-mb-24 [&_textarea]:scroll-mb-24"
    >
      {/* Saving again after a conflict overwrites the version that was shown, and no later one. */}
      <input
        type="hidden"
        name="version"
        value={savedSince?.settings.version ?? fields.version.initialValue ?? settings.version}
      />
      {savedSince && <SavedSince key={savedSince.settings.version} by={savedSince.by} here={HERE} />}
      <SettingsJumps />
      <div className="gap-5 lg:columns-2">
        {namesOf(SETTINGS_PARTS).map((part) => (
          <SettingsPanel key={part} part={part} stored={settings} isNeeded={isNeeded(part)}>
            {part === 'social' && (
              <p className="mb-4 text-admin-soft text-xs">
                Where the icons in the footer lead; search engines read them too. An icon without an address
                is not shown.
              </p>
            )}
            <div className="grid gap-4 sm:grid-cols-2">
              {namesIn(part).map((name) => (
                <div key={name} className={SETTINGS[name].wide ? 'sm:col-span-2' : ''}>
                  {isOwn(name) ? own[name] : line(name)}
                </div>
              ))}
            </div>
            {part === 'hero' && (
              <p className="mt-2">
                <Link
                  to="/admin/settings/pages/home"
                  className="inline-flex min-h-8 items-center text-umber text-xs underline underline-offset-4"
                >
                  Picture of the hero
                </Link>
              </p>
            )}
          </SettingsPanel>
        ))}
      </div>
      <NotSent refused={savedSince ? undefined : form.errors?.[0]} />
      <div className={STICKY_BAR}>
        <button
          type="submit"
          disabled={saving}
          aria-busy={saving}
          className={adminButton('main', 'min-w-36 flex-none')}
        >
          {saving && <Spinner className="size-4" />}
          <span>{saving ? 'Saving...' : 'Save Settings'}</span>
        </button>
        <p className="text-admin-soft text-xs">Visitors see changes at once.</p>
      </div>
    </Form>
  )
}
