import { spawn } from 'node:child_process'
import { environmentForCommands } from '#app/platform/env.server'

const MINUTE_MS = 60_000
const COMMAND_MINUTES = 30
const SAID_AT_MOST = 2_000
const SHELL = '/bin/sh'
/**
 * The command, and beside it a watcher that waits for a word from us: if we are killed, no word comes, and it
 * kills the whole group. The word is sent when the command has ended.
 */
const WATCHED = `exec 3<&0 </dev/null
(read -r word <&3 || kill -KILL 0) >/dev/null 2>&1 &
exec 3<&-
exec ${SHELL} -c "$@"`

/**
 * Runs BACKUP_COMMAND in the shell, with the file's path as $1 and BACKUP_FILE, and only the environment that
 * any program needs and BACKUP_COMMAND_ENV names. Throws an Error with a sentence where it fails or takes too
 * long; then its whole group is killed.
 */
export async function runBackupCommand(
  command: string,
  file: string,
  { signal, limitMs = COMMAND_MINUTES * MINUTE_MS }: { signal?: AbortSignal; limitMs?: number } = {},
): Promise<void> {
  const child = spawn(SHELL, ['-c', WATCHED, 'watched', command, 'backup', file], {
    env: { ...environmentForCommands(), BACKUP_FILE: file },
    stdio: ['pipe', 'pipe', 'pipe'],
    // A group of its own, which can be ended as a whole.
    detached: true,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (words: Buffer) => {
      said = (said + words).slice(-SAID_AT_MOST)
    })
  const end = () => endGroup(child.pid)
  // Where the watcher is gone already, no one hears the word.
  child.stdin.on('error', () => undefined)
  process.once('exit', end)
  const limit = AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(limitMs)])
  try {
    const code = await new Promise<number | string>((resolve, reject) => {
      limit.addEventListener('abort', () =>
        reject(signal?.aborted ? signal.reason : new Error('BACKUP_COMMAND took too long, and was ended.')),
      )
      child.once('error', reject)
      child.once('close', (code, byWhat) => resolve(code ?? byWhat ?? 'nothing'))
      child.once('exit', () => child.stdin.end('ended\n'))
    })
    if (code !== 0) throw new Error(`BACKUP_COMMAND ended with ${code}${lastLine(said)}.`)
  } catch (error) {
    end()
    throw error
  } finally {
    process.off('exit', end)
  }
}

function lastLine(said: string): string {
  const line = said.trim().split('\n').at(-1)?.trim()
  return line ? `: ${line}` : ' and said nothing'
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
