import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { now } from '#app/platform/clock.server'
import { ofEach } from '#app/platform/typed/fields'
import { readSubmission } from '#app/server/read-form.server'
import { requireStaff } from '#app/server/staff-session.server'
import { picturesToChoose } from '#app/site/gallery/gallery.server'
import { saveSettings, siteSettings } from '#app/site/settings.server'
import { SETTINGS, type SettingsEntry, SettingsForm } from '#app/site/settings-form'
import { keepTyped, useAdminAnswer, useFailureToast } from '#app/ui/admin/admin-form'
import { adminHead } from '#app/ui/admin/admin-parts'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { historyOf } from '#app/views/history/history.server'
import { SiteForm } from './site-form'

const SAVED = {
  tone: 'success',
  title: 'Settings updated',
  description: 'Your site settings have been saved successfully.',
} as const
const NOT_SAVED = { title: 'Update failed', description: 'Failed to update settings. Please try again.' }

const PICTURE_GONE = 'The picture you chose was removed in the meantime. Please choose another one.'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see content')
  return { settings: siteSettings(), pictures: picturesToChoose() }
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change content')
  const submission = await readSubmission(request, SettingsForm)
  if (submission.status !== 'success') {
    return data({ submission: submission.reply(), savedSince: null }, { status: 400 })
  }

  // An empty text and a switch that is off are not sent, or sent as nothing: here that is what was meant.
  const sent = submission.value
  const entry = ofEach(SETTINGS, (field) => sent[field] ?? (field === 'bannerEnabled' ? false : ''))
  const saved = saveSettings({ ...(entry as SettingsEntry), version: sent.version }, staff, now())
  if (!('refused' in saved)) return redirectWithToast('/admin/settings', SAVED)

  if (saved.refused === 'no-such-picture') {
    const fieldErrors = { leaderPicture: [PICTURE_GONE] }
    return data({ submission: submission.reply({ fieldErrors }), savedSince: null }, { status: 409 })
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

export const clientAction = keepTyped(NOT_SAVED)

export const meta: MetaFunction = () => adminHead('Site Settings')

export default function SitePage() {
  const { settings, pictures } = useLoaderData<typeof loader>()
  const answer = useAdminAnswer<typeof action>()
  useFailureToast(answer)
  // Saved, the form begins again with what is stored.
  return <SiteForm key={settings.version} settings={settings} pictures={pictures} answer={answer} />
}
