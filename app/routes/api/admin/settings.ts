import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { now } from '#app/platform/clock.server'
import { readSettings, saveSettings as saveSettingsCall } from '#app/server/contract/admin-calls'
import { onlyDeclared, readCall, refuse, refuseFields } from '#app/server/contract/json-call.server'
import { requireStaffCall } from '#app/server/guards/staff-session.server'
import { saveSettings, storedSettings } from '#app/site/settings.server'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaffCall(request, 'see content')
  return onlyDeclared(request, readSettings, saveSettingsCall) ?? Response.json(storedSettings())
}

/** A call may name the `version` that it read: it is refused where someone has saved since. */
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
  return refuse(409, 'The settings were changed in the meantime. Please read them again.')
}
