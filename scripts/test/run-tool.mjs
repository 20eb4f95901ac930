// Plain JavaScript without packages: it runs before anything is installed.
import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

const GRACE = 10_000

/**
 * Runs a tool with its words on screen and gives whether it ended well. It gets a process group of its own,
 * and that group is ended when its time is over or this process is, so that nothing is left behind. What one
 * that runs `beside` others says comes at its end, in one piece.
 * @param {{ title: string, args: string[], minutes: number, env?: Record<string, string>,
 *   beside?: boolean, node?: string }} tool
 */
export async function runTool({ title, args, minutes, env = {}, beside = false, node = process.execPath }) {
  if (!beside) console.log(`\n— ${title}`)
  const startedAt = Date.now()
  const output = beside ? 'pipe' : 'inherit'
  const child = spawn(node, args, {
    stdio: ['ignore', output, output],
    env: { ...process.env, ...env },
    detached: process.platform !== 'win32',
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      said += text
    })
  const ended = new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('close', resolve)
  })
  const stop = async () => {
    end(child, 'SIGTERM')
    await Promise.race([ended, wait(GRACE)])
    end(child, 'SIGKILL')
  }
  const interrupted = () => void stop().then(() => process.exit(1))
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted)

  const overdue = wait(minutes * 60_000, 'overdue', { ref: false })
  const outcome = await Promise.race([ended, overdue])
  process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
  if (outcome === 'overdue') console.error(`  Not done after ${minutes} minutes.`)
  await stop()
  const passed = outcome === 0
  if (beside) console.log(`\n— ${title}\n${said.trim()}`)
  console.log(
    `— ${title}: ${passed ? 'passed' : 'failed'} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`,
  )
  return passed
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function end(child, signal) {
  if (!child.pid) return
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal)
  } catch {
    // The whole group has ended.
  }
}
