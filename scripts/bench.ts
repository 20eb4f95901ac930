// npm run bench: measures the figures of the staff area and the reminders side by side, as ratios, and fails where
// one is missed. -- --scale 0.1 fills a tenth of the rows and is quicker; -- --only pages|reminders|mail|bookings|front.
import { bench } from './bench/bench'

process.exitCode = (await bench(process.argv.slice(2))) ? 0 : 1
