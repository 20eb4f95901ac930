import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { readSettings, saveSettings as saveSettingsCall } from '#app/api-contract/desk-calls'
import { now } from '#app/clock.server'
import { saveSettings } from '#app/content/save-settings.server'
import { siteSettings } from '#app/content/site-settings.server'
import { requireStaffCall } from '#app/routes/admin/staff-session.server'
import { onlyDeclared, readCall, refuse, refuseFields } from '#app/routes/api/json-call.server'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaffCall(request, 'see content')
  return onlyDeclared(request, readSettings, saveSettingsCall) ?? Response.json(siteSettings())
}

/** A call may name the `version` that it read: it is refused where somebody has saved since. */
export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaffCall(request, 'change content')
  const call = await readCall(request, saveSettingsCall, readSettings)
  if ('refused' in call) return call.refused

  const { id: _, updatedAt: __, ...entry } = call.sent
  const saved = saveSettings(entry, staff, now())
  if (!('refused' in saved)) return Response.json(saved.settings)
  if (saved.refused === 'no-such-picture') {
    return refuseFields({ leaderPicture: ['There is no such picture'] })
  }
  return refuse(409, 'The settings were changed meanwhile. Please read them again.')
}
