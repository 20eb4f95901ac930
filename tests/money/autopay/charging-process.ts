// Runs autopay at the instant that its parent names, over the database that both know; may be killed at any
// moment.
import { chargeByConsent } from '#app/money/changes/autopay/run-autopay.server'

process.on('message', ({ at }: { at: string }) => {
  void chargeByConsent(new Date(at)).then(
    () => process.send?.({ done: at }),
    (error: Error) => process.send?.({ failed: error.message }),
  )
})
process.send?.({ ready: true })
