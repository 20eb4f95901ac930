import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { now } from '#app/platform/clock.server'
import { readForm } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { confirmStep, STEPS_OF_STAFF } from '#app/site/opening-steps.server'
import { redirectWithToast } from '#app/ui/toasts/flash.server'

/** The buttons of the checklist, which is on the dashboard. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see content')
  return redirect('/admin/dashboard')
}

/** Confirms a line of the checklist, or puts the list away. */
export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change content')
  const named = String((await readForm(request, ['step'])).get('step') ?? '')
  const step = STEPS_OF_STAFF.find((one) => one === named)
  if (!step) throw new Response('Not found', { status: 404 })
  confirmStep(step, staff, now())
  return redirectWithToast('/admin/dashboard', {
    tone: 'success',
    title: step === 'closed' ? 'The checklist is put away' : 'Noted',
  })
}
