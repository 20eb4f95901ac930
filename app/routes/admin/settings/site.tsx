import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { historyOf } from '#app/audit/history.server'
import { now } from '#app/clock.server'
import { saveSettings } from '#app/content/save-settings.server'
import { SettingsForm } from '#app/content/settings-form'
import { siteSettings } from '#app/content/site-settings.server'
import { keepTyped, useFailureToast } from '#app/routes/admin/desk-form'
import { readSubmission } from '#app/routes/admin/read-submission.server'
import { requireStaff } from '#app/routes/admin/staff-session.server'
import { redirectWithToast } from '#app/toasts/flash.server'
import { deskHead } from '#app/ui/desk/desk-head'
import { SiteForm } from './site-form'

const SAVED = {
  tone: 'success',
  title: 'Settings updated',
  description: 'Your site settings have been saved successfully.',
} as const
const NOT_SAVED = { title: 'Update failed', description: 'Failed to update settings. Please try again.' }

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  return siteSettings()
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request)
  const submission = await readSubmission(request, SettingsForm)
  if (submission.status !== 'success') {
    return data({ submission: submission.reply(), meanwhile: null }, { status: 400 })
  }

  // An empty text and a switch that is off are not sent, or sent as nothing: here that is what was meant.
  const { bannerEnabled = false, bannerText, ...texts } = submission.value
  const entry = { ...texts, bannerEnabled, bannerText: bannerText ?? '' }
  const saved = saveSettings(entry, staff, now())
  if (!('refused' in saved)) return redirectWithToast('/admin/settings', SAVED)

  const [last] = historyOf('settings', { from: 'start' }).acts
  return data(
    {
      submission: submission.reply({ formErrors: [NOT_SAVED.description] }),
      failed: NOT_SAVED,
      meanwhile: { by: last && `${last.who}, ${last.when}`, settings: saved.settings },
    },
    { status: 409 },
  )
}

export const clientAction = keepTyped(NOT_SAVED)

export const meta: MetaFunction = () => deskHead('Site Settings')

export default function SitePage() {
  const settings = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  useFailureToast(answer && 'failed' in answer ? answer : undefined)
  // Saved, the form begins again with what is stored.
  return <SiteForm key={settings.version} settings={settings} answer={answer} />
}
