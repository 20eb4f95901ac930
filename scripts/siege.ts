// npm run siege: the built site under everything hostile at once while guests go on reading: first each assault by
// itself, then all of them, 300 requests a second, for an hour. -- --minutes 5 --rate 300 --seed 1 are the choices.
import { siege } from './siege/siege'

process.exitCode = (await siege(process.argv.slice(2))) ? 0 : 1
