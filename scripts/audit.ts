// npm run audit: measures the built site against the figures we promised, and fails where one is missed.
// -- --runs 1 is quicker and less certain; -- --page /gallery measures one page. Wants an idle machine: minutes, not more.
import { audit } from './audit/audit'

process.exitCode = (await audit(process.argv.slice(2))) ? 0 : 1
