import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runBackupCommand } from '#app/server/backup/make-backup.server'

const folder = mkdtempSync(join(tmpdir(), 'savanna-command-'))
afterAll(() => rmSync(folder, { recursive: true }))

const isThere = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a command that hangs is ended, with all it began', async () => {
  const pid = join(folder, 'pid')
  const command = `sleep 600 & echo $! > ${pid}; wait`
  await expect(runBackupCommand(command, 'file', { limitMs: 500 })).rejects.toThrow('took too long')
  await expect.poll(() => isThere(Number(readFileSync(pid, 'utf8')))).toBe(false)
})

test('a command ends with the process that ran it, however that ends', async () => {
  const pid = join(folder, 'orphan')
  const program = `import('#app/server/backup/make-backup.server').then(({ runBackupCommand }) =>
    runBackupCommand('echo $$ > ${pid}; sleep 600', 'file'))`
  const parent = spawn(process.execPath, ['--import', 'tsx', '-e', program], { stdio: 'ignore' })
  await expect
    .poll(() => existsSync(pid) && readFileSync(pid, 'utf8').trim(), { timeout: 20_000 })
    .toBeTruthy()
  const command = Number(readFileSync(pid, 'utf8'))
  expect(isThere(command)).toBe(true)
  parent.kill('SIGKILL')
  await expect.poll(() => isThere(command)).toBe(false)
}, 30_000)

test('a command that talks without end is heard out', async () => {
  const command = 'yes "a line of many" | head -c 5000000; echo; echo the last one; exit 1'
  await expect(runBackupCommand(command, 'file')).rejects.toThrow('ended with 1: the last one.')
})

test.each([
  ['exit 0', null],
  ['test "$1" = "/a folder/file"', null],
  ['kill -9 $$', 'ended with SIGKILL and said nothing.'],
  ['no-such-program-here', /ended with 127: .*not found/],
])('%s', async (command, failure) => {
  const run = runBackupCommand(command, '/a folder/file')
  if (failure === null) await run
  else await expect(run).rejects.toThrow(failure)
})
