// What goes on side by side, on one line of the screen. Plain JavaScript without packages: it runs before
// anything is installed.

/** @type {Map<string, string>} what each running work says of itself, in the order in which they began */
const works = new Map()
const live = process.stdout.isTTY

/**
 * Shows that a work has begun; `show` says how far it is, `end` how it ended. Where nobody watches a
 * terminal, only what is said `aloud` appears, a line each.
 * @param {string} title
 */
export function liveLine(title) {
  works.set(title, title)
  return {
    /**
     * @param {string} progress
     * @param {{ aloud?: boolean }} [how]
     */
    show(progress, { aloud = false } = {}) {
      works.set(title, `${title} … ${progress}`)
      if (live) redraw()
      else if (aloud) process.stdout.write(`  ${works.get(title)}\n`)
    },
    /** @param {string} outcome */
    end(outcome) {
      works.delete(title)
      process.stdout.write(`${live ? CLEARED : ''}  ${title}: ${outcome}\n`)
      if (live) redraw()
    },
  }
}

const CLEARED = '\r\u001b[2K'

function redraw() {
  if (works.size > 0) process.stdout.write(`${CLEARED}  ${[...works.values()].join(' · ')}`)
}
