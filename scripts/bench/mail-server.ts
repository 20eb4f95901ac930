// A mail server of its own process, so that taking mail costs the site nothing.
import { startMailbox } from '#scripts/sandbox/mailbox/start'

const mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 })
process.send?.(mailbox.smtpUrl)
