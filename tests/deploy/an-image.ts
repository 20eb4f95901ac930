import { execFile, execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { rehearseIn } from './a-machine'
import { baseOf, type Stage, stagesOf, wordsOf } from './dockerfile'

// What `docker build` would make of the Dockerfile, made without an engine: each stage is a folder, each instruction is
// done in it. Under the image's own system there is only what the site and its start may use.

/** Beside node: programs that are in every Debian, from coreutils, dash and util-linux. No compiler is among them. */
const PROGRAMS = ['sh', 'chown', 'dirname', 'env', 'id', 'mkdir', 'setpriv', 'sleep']
/** The parts of the C library that nothing of these loads; they are one package, in every Debian. */
const C_LIBRARY = [
  'libanl.so.1',
  'libdl.so.2',
  'libpthread.so.0',
  'libresolv.so.2',
  'librt.so.1',
  'libutil.so.1',
]
const DEFAULT_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

export type Image = {
  /** The folder that is the image's `/`. */
  root: string
  workdir: string
  env: Record<string, string>
  entrypoint: string[]
  cmd: string[]
  healthcheck: string[]
  volumes: string[]
}

/**
 * Builds the image below `place`, which has to lie on the disk of the working copy. `whole` runs every command as it
 * stands; otherwise packages and build come from here, of the packages those that production needs.
 */
export async function buildImage(place: string, { whole }: { whole: boolean }): Promise<Image> {
  const folder = resolve(place)
  rmSync(folder, { recursive: true, force: true })
  const system = join(folder, 'system')
  makeSystem(system)
  const stages = stagesOf()
  const image = stages.at(-1)
  if (!image) throw new Error('The Dockerfile has no stage')
  const needed = neededBy(stages, image)
  const made = new Map<string, Image>()
  for (const stage of stages.filter((one) => needed.has(one))) {
    if (!baseOf(stages, stage).startsWith('node:')) throw new Error(`${stage.name} does not begin with Node`)
    const parent = made.get(stage.from)
    const root = join(folder, stage.name || 'image')
    await copy(parent?.root ?? system, root)
    made.set(stage.name, await play(stage, { ...(parent ?? EMPTY), root }, made, whole))
  }
  return made.get(image.name) as Image
}

const EMPTY = {
  workdir: '/',
  env: { PATH: DEFAULT_PATH },
  entrypoint: [],
  cmd: [],
  healthcheck: [],
  volumes: [],
}

/** The stages that a stage is made of, by FROM and by COPY; an engine leaves the others out, too. */
function neededBy(stages: Stage[], stage: Stage): Set<Stage> {
  const copied = stage.instructions.flatMap(({ rest }) => /^--from=(\S+)/.exec(rest)?.[1] ?? [])
  const others = stages.filter(({ name }) => name !== '' && [stage.from, ...copied].includes(name))
  return new Set([...others.flatMap((other) => [...neededBy(stages, other)]), stage])
}

/** What a stage makes of that which it begins with. */
async function play(stage: Stage, begun: Image, made: Map<string, Image>, whole: boolean): Promise<Image> {
  const image = { ...begun, env: { ...begun.env }, volumes: [...begun.volumes] }
  const hasTools = stage.instructions.some(({ word, rest }) => word === 'RUN' && rest.startsWith('apt-get'))
  for (const { word, rest } of stage.instructions) {
    if (word === 'WORKDIR') {
      image.workdir = rest
      mkdirSync(join(image.root, rest), { recursive: true })
    } else if (word === 'ENV') for (const pair of rest.split(' ')) image.env[nameIn(pair)] = valueIn(pair)
    else if (word === 'COPY') await copyInto(image, rest, made)
    else if (word === 'RUN' && hasTools) await runHere(join(image.root, image.workdir), rest, whole)
    else if (word === 'RUN') rehearseIn(image, ['sh', '-c', rest])
    else if (word === 'VOLUME') image.volumes.push(rest)
    else if (word === 'ENTRYPOINT') image.entrypoint = wordsOf(rest)
    else if (word === 'CMD') image.cmd = wordsOf(rest)
    else if (word === 'HEALTHCHECK') image.healthcheck = wordsOf(rest.slice(rest.indexOf(' CMD ') + 5))
    else if (word !== 'EXPOSE') throw new Error(`Nobody here knows how to play ${word}`)
  }
  return image
}

const nameIn = (pair: string) => pair.slice(0, pair.indexOf('='))
const valueIn = (pair: string) => pair.slice(pair.indexOf('=') + 1)

async function copyInto(image: Image, rest: string, made: Map<string, Image>): Promise<void> {
  const words = rest.split(' ')
  const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined
  const into = words.pop() ?? ''
  const target = join(image.root, resolve(image.workdir, into))
  const source = from === undefined ? process.cwd() : made.get(from)?.root
  if (source === undefined) throw new Error(`There is no stage ${from}`)
  for (const word of words) {
    const path = join(source, word)
    if (from === undefined)
      copyContext(word, into.endsWith('/') || word === '.' ? join(target, word) : target)
    // A folder's content is copied, as Docker does it.
    else if (statSync(path).isDirectory())
      for (const name of readdirSync(path)) await copy(join(path, name), join(target, name))
    else await copy(path, into.endsWith('/') ? join(target, basename(path)) : target)
  }
}

/** One name of the context, or all that .dockerignore lets through. Its patterns here are names and globs at the root. */
function copyContext(word: string, target: string): void {
  const patterns = readFileSync('.dockerignore', 'utf8').trim().split('\n')
  const strange = patterns.filter((pattern) => /[/!?[\]]/.test(pattern))
  if (strange.length > 0) throw new Error(`Nobody here knows how to play ${strange}`)
  const ignored = patterns.map(
    (pattern) => new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`),
  )
  const names = readdirSync('.').filter((name) => !ignored.some((pattern) => pattern.test(name)))
  if (word !== '.' && !names.includes(word)) throw new Error(`${word} is not in the context`)
  const asked = word === '.' ? names.map((name) => [name, join(target, name)]) : [[word, target]]
  // Commands write to what is copied here, and not to the working copy.
  for (const [name = '', path = ''] of asked) cpSync(name, path, { recursive: true })
}

/** By links: nothing is written to what is copied. */
async function copy(from: string, to: string): Promise<void> {
  mkdirSync(dirname(to), { recursive: true })
  await run('cp', ['-al', '--', from, to])
}

const run = promisify(execFile)

/** What was done already for the working copy, and needs a minute each time: the command, and how to have its fruit. */
const DONE: [command: RegExp, take: (folder: string) => Promise<void>][] = [
  [/^npm ci /, (folder) => linkProduction(folder)],
  [/^npm run build$/, (folder) => copy('build', join(folder, 'build'))],
  [/^npm prune --omit=dev$/, async () => {}],
]

/** The stage with the tools runs where the tools are: on this machine, in the stage's folder. */
async function runHere(cwd: string, line: string, whole: boolean): Promise<void> {
  if (line.startsWith('apt-get')) return
  for (const command of line.split(' && ')) {
    const take = whole ? undefined : DONE.find(([pattern]) => pattern.test(command))?.[1]
    await (take?.(cwd) ?? run('sh', ['-c', command], { cwd, env: ownVariables(), maxBuffer: 1e8 }))
  }
}

/** Not what the tests have set for themselves. */
const ownVariables = () => ({ PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: undefined }) as never

/** The installed packages without those that only development needs. */
async function linkProduction(folder: string): Promise<void> {
  await copy('node_modules', join(folder, 'node_modules'))
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  }
  for (const [path, { dev }] of Object.entries(lock.packages))
    if (dev) rmSync(join(folder, path), { recursive: true, force: true })
  rmSync(join(folder, 'node_modules/.bin'), { recursive: true, force: true })
  for (const name of readdirSync(join(folder, 'node_modules')))
    if (name.startsWith('.')) rmSync(join(folder, 'node_modules', name), { recursive: true })
}

/** A system with a shell, a few programs, Node, and the libraries that these load: nothing else. */
function makeSystem(root: string): void {
  for (const name of ['etc', 'usr/bin', 'usr/local/bin', 'proc', 'tmp', 'dev'])
    mkdirSync(join(root, name), { recursive: true })
  execFileSync('ln', ['-s', 'usr/bin', join(root, 'bin')])
  const programs: [from: string, to: string][] = PROGRAMS.map((name) => [
    execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim(),
    join('usr/bin', name),
  ])
  programs.push([process.execPath, 'usr/local/bin/node'])
  for (const [from, to] of programs) {
    cpSync(from, join(root, to), { dereference: true })
    for (const library of librariesOf(from)) cpSync(library, join(root, library), { dereference: true })
  }
  const libc = librariesOf(process.execPath).find((path) => path.includes('/libc.so')) ?? ''
  for (const name of C_LIBRARY) {
    const path = join(dirname(libc), name)
    if (existsSync(path)) cpSync(path, join(root, path), { dereference: true })
  }
  writeFileSync(join(root, 'dev/null'), '')
  // As the official image makes its user.
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n')
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\nnode:x:1000:\n')
  writeFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n')
}

/** The shared libraries that a program or a module of one is loaded with. */
export function librariesOf(path: string): string[] {
  const { stdout } = spawnSync('/usr/bin/ldd', [path], { encoding: 'utf8' })
  return stdout.split('\n').flatMap((line) => /^\s+(?:\S+ => )?(\/\S+) \(/.exec(line)?.[1] ?? [])
}
