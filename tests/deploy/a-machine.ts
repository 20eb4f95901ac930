import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Image } from './an-image'

// What `docker run` would do with the image, by the kernel's own means: a root, a volume and processes of its own.

export type Run = {
  command: string[]
  /** Goes over the image's own. */
  env?: Record<string, string>
  /** The folder that lies at the image's volume. Without one all of the image can be written to, as while it is built. */
  volume?: string
}

/** Whether this system can do it: Linux, as root. */
export const canRehearse =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('/usr/bin/unshare', ['--mount', '--pid', '--fork', 'true']).status === 0

/** Everything is mounted for one process alone, and gone with it. Then the image is read-only, but for its volume. */
const ENTER = `set -e
root=$1 workdir=$2 volume=$3 at=$4; shift 4
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --bind /dev/null "$root/dev/null"
if [ -n "$volume" ]; then
  mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
  mount --bind "$volume" "$root$at"
  mount -o remount,bind,ro "$root"
fi
exec chroot "$root" sh -c 'cd "$0" && exec "$@"' "$workdir" "$@"`

function commandFor(
  image: Image,
  { command, env = {}, volume = '' }: Run,
): [program: string, words: string[]] {
  const variables = Object.entries({ ...image.env, ...env }).map(([name, value]) => `${name}=${value}`)
  const enter = ['sh', '-c', ENTER, 'enter', image.root, image.workdir, volume, image.volumes[0] ?? '']
  const apart = ['unshare', '--mount', '--pid', '--fork', '--kill-child']
  return ['env', ['-i', ...variables, ...apart, ...enter, ...command]]
}

/** Runs a command in the image to its end. Throws where it fails. */
export function rehearseIn(image: Image, command: string[], run: Omit<Run, 'command'> = {}): string {
  const { status, stdout, stderr } = spawnSync(...commandFor(image, { command, ...run }), {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${command.join(' ')}: ${status}\n${stdout}${stderr}`)
  return stdout + stderr
}

/** Starts the image's own command by its own entry point; it is process 1 of its machine, as in a container. */
export function startMachine(image: Image, run: Omit<Run, 'command'>) {
  const child: ChildProcess = spawn(
    ...commandFor(image, { command: [...image.entrypoint, ...image.cmd], ...run }),
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (words) => {
      said += words
    })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    said: () => said,
    ended,
    /** What the kernel tells of process 1: its ids on either side, its users. */
    status: (field: string): string[] =>
      new RegExp(`^${field}:\\s+(.*)$`, 'm')
        .exec(readFileSync(`/proc/${first(child)}/status`, 'utf8'))?.[1]
        ?.split('\t') ?? [],
    signal(name: 'TERM' | 'KILL') {
      if (child.exitCode !== null) return
      process.kill(first(child), `SIG${name}`)
    },
  }
}

/** Process 1 of the machine, by its number on this one: the last of the line that began with `child`. */
function first({ pid }: ChildProcess): number {
  let at = Number(pid)
  for (;;) {
    const next = Number(readFileSync(`/proc/${at}/task/${at}/children`, 'utf8').trim().split(' ')[0])
    if (!next) return at
    at = next
  }
}
