import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { FILM, type Film, framesOf } from './film'

const ENCODER = 'ffmpeg'
const SIZE = `${FILM.width}x${FILM.height}`
/** What screens expect; without it some players guess and the sky turns green. */
const COLOUR = [
  '-colorspace',
  'bt709',
  '-color_primaries',
  'bt709',
  '-color_trc',
  'bt709',
  '-color_range',
  'tv',
]
const POSTER_WIDTHS = [1280, 640]

/**
 * Draws every frame once and writes the two films and their poster, whole or not at all. Needs ffmpeg on the
 * path.
 */
export async function writeFilm(film: Film, folder: string) {
  const workshop = await mkdtemp(path.join(tmpdir(), `${film.slug}-`))
  const made = (ending: string) => path.join(workshop, `${film.slug}.${ending}`)
  const master = made('mkv')
  await writeMaster(film, master, workshop)
  await encodeVp9(master, made('webm'), film.quality.vp9, workshop)
  await encodeH264(master, made('mp4'), film.quality.h264)
  for (const ending of ['webm', 'mp4']) {
    const { size } = await stat(made(ending))
    console.log(`${film.slug}.${ending} ${size} bytes${size > film.limit ? ' OVER ITS LIMIT' : ''}`)
  }
  for (const name of await readdir(workshop))
    if (/\.(webm|mp4|avif|webp|jpg)$/.test(name))
      await copyFile(path.join(workshop, name), path.join(folder, name))
  await rm(workshop, { recursive: true })
}

async function writeMaster(film: Film, file: string, folder: string) {
  const frameAt = await film.prepare()
  const ffmpeg = spawn(
    ENCODER,
    [
      ...['-y', '-loglevel', 'error', '-f', 'rawvideo', '-pix_fmt', 'rgb24'],
      ...['-s', SIZE, '-r', String(FILM.framesPerSecond), '-i', '-'],
      ...['-vf', 'scale=out_color_matrix=bt709:out_range=tv', '-pix_fmt', 'yuv420p', ...COLOUR],
      ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '6', file],
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  )
  const closed = once(ffmpeg, 'close')
  for (let frame = 0; frame < framesOf(film); frame++) {
    const pixels = frameAt(frame)
    if (frame === film.posterFrame) await writePoster(film.slug, pixels, folder)
    if (!ffmpeg.stdin.write(Buffer.from(pixels))) await once(ffmpeg.stdin, 'drain')
    if (frame % FILM.framesPerSecond === 0)
      console.log(`${film.slug}: second ${frame / FILM.framesPerSecond}`)
  }
  ffmpeg.stdin.end()
  const [code] = await closed
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
}

async function writePoster(slug: string, pixels: Uint8Array | Uint8ClampedArray, folder: string) {
  const still = sharp(Buffer.from(pixels), { raw: { width: FILM.width, height: FILM.height, channels: 3 } })
  for (const width of POSTER_WIDTHS) {
    const sized = still.clone().resize(width)
    const file = path.join(folder, `${slug}-${width}`)
    await sized.clone().avif({ quality: 55, effort: 6 }).toFile(`${file}.avif`)
    await sized.clone().webp({ quality: 76, effort: 6 }).toFile(`${file}.webp`)
    await sized.clone().jpeg({ quality: 76, mozjpeg: true }).toFile(`${file}.jpg`)
  }
}

async function encodeVp9(master: string, file: string, quality: number, workshop: string) {
  const common = [
    '-c:v',
    'libvpx-vp9',
    '-crf',
    String(quality),
    '-b:v',
    '0',
    '-row-mt',
    '1',
    '-an',
    ...COLOUR,
  ]
  const log = ['-passlogfile', path.join(workshop, 'vp9')]
  await ffmpeg(['-i', master, ...common, '-pass', '1', ...log, '-cpu-used', '4', '-f', 'null', '-'])
  await ffmpeg(['-i', master, ...common, '-pass', '2', ...log, '-cpu-used', '2', file])
}

const encodeH264 = (master: string, file: string, quality: number) =>
  ffmpeg([
    ...['-i', master, '-c:v', 'libx264', '-preset', 'slow', '-crf', String(quality), '-pix_fmt', 'yuv420p'],
    ...['-an', '-movflags', '+faststart', ...COLOUR, file],
  ])

async function ffmpeg(options: string[]) {
  const running = spawn(ENCODER, ['-y', '-loglevel', 'error', ...options], { stdio: 'inherit' })
  const [code] = await once(running, 'close')
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
}
