import { elephant } from '#scripts/art/animals/elephant'
import type { Canvas } from '#scripts/art/engine/canvas'
import { ink, inks, mix } from '#scripts/art/engine/colour'
import { paintDust } from '#scripts/art/engine/dust'
import { paintFigure } from '#scripts/art/engine/figures'
import { bankCrest, type Plain, paintBank, paintPlain, paintTufts } from '#scripts/art/engine/ground'
import { finishing } from '#scripts/art/engine/light'
import { type Scene, TALL_WIDTHS, WIDE, WIDE_WIDTHS } from '#scripts/art/engine/scene'
import { paintTree } from '#scripts/art/engine/tree'
import { AMBOSELI_GROUND, HERO_TREE } from '#scripts/art/palettes'
import { type Layout, TALL_LAYOUT, WIDE_LAYOUT } from './amboseli-layouts'
import { HAZE, paintMorning } from './amboseli-morning'

const SUNLIT = '#FFDDA0'

const common = {
  title: 'The herd below Kilimanjaro',
  place: 'Amboseli, Kenya',
}

export const heroAmboseli: Scene = {
  ...common,
  slug: 'hero-amboseli',
  alt: 'Six elephants cross dry grass below Kilimanjaro at first light',
  aspect: WIDE,
  focus: { x: 0.62, y: 0.8 },
  widths: WIDE_WIDTHS,
  paint: (canvas) => paintHerd(canvas, WIDE_LAYOUT),
}

export const heroAmboseliTall: Scene = {
  ...common,
  slug: 'hero-amboseli-tall',
  alt: 'Four elephants cross dry grass below Kilimanjaro at first light',
  aspect: 1.86,
  unit: (_, height) => height / 1420,
  focus: { x: 0.5, y: 0.86 },
  widths: TALL_WIDTHS,
  paint: (canvas) => paintHerd(canvas, TALL_LAYOUT),
}

async function paintHerd(canvas: Canvas, layout: Layout) {
  await paintMorning(canvas, layout)
  const plain: Plain = {
    top: layout.plainTop,
    depth: (0.27 * (1 - layout.plainTop)) / 0.288,
    stops: AMBOSELI_GROUND,
    lit: SUNLIT,
  }
  await paintPlain(canvas, plain)
  await paintFarTrees(canvas, layout)
  await paintGrass(canvas, layout, plain, FAR_GRASS)
  await paintElephants(canvas, layout)
  await paintGrass(canvas, layout, plain, NEAR_GRASS)
  await paintFront(canvas, layout)
  // A tall canvas has the front far below the sun: less halo keeps it dark.
  return finishing(canvas, { halo: layout.tall ? 0.045 : 0.08 })
}

async function paintFarTrees(canvas: Canvas, { farTrees, sun }: Layout) {
  const { width: W, height: H, unit: U } = canvas
  const haze = ink(HAZE)
  for (const tree of farTrees) {
    const leaves = inks(['#3a3226', '#63532f', '#A37E40']).map((tone, i) =>
      mix(tone, haze, tree.haze * (1 - i * 0.09)),
    )
    await paintTree(
      canvas,
      { pads: 8, ...tree.habit },
      { x: tree.x * W, y: tree.y * H, scale: tree.size * U * 1.5 },
      {
        bark: mix(ink('#231819'), haze, tree.haze * 0.8),
        leaves: [...leaves, mix(ink(SUNLIT), ink('#c99a4a'), 0.4)],
        toward: [tree.x < sun.x ? 0.8 : -0.8, 0.5],
      },
    )
  }
}

type Grass = {
  from: number
  to: number
  count: number
  seed: number
  tones: readonly string[]
  opacity: number
}

const DRY = ['#8A5C3A', '#B98048', '#DBA862']

const SHADED = ['#5f3f2c', '#8f6039', '#BE8B50']

/** From and to as shares of the plain. */
const FAR_GRASS: Grass[] = [
  { from: 0.02, to: 0.13, count: 900, seed: 23, tones: DRY, opacity: 0.7 },
  { from: 0.1, to: 0.4, count: 1100, seed: 3, tones: DRY, opacity: 0.85 },
]

const NEAR_GRASS: Grass[] = [
  { from: 0.3, to: 0.55, count: 520, seed: 17, tones: DRY, opacity: 0.95 },
  { from: 0.47, to: 0.76, count: 640, seed: 11, tones: SHADED, opacity: 0.95 },
]

async function paintGrass(
  canvas: Canvas,
  { plainTop, sparser }: Layout,
  plain: Plain,
  rows: readonly Grass[],
) {
  const share = (t: number) => plainTop + (1 - plainTop) * t
  for (const row of rows)
    await paintTufts(canvas, plain, {
      ...row,
      from: share(row.from),
      to: share(row.to),
      count: Math.round(row.count / sparser),
    })
}

async function paintElephants(canvas: Canvas, { herd, sun }: Layout) {
  const { width: W, height: H, unit: U } = canvas
  const haze = ink(HAZE)
  for (const { x, y, size, haze: far, ...pose } of herd) {
    const through = (hex: string, more = 0) => mix(ink(hex), haze, far + more)
    const besideSun = x < sun.x
    await paintFigure(
      canvas,
      elephant(pose),
      { x: x * W, y: y * H, scale: size * U * 1.2 },
      {
        ink: through('#2a1b1c'),
        far: through('#2a1b1c', 0.12),
        mid: through('#6b4639'),
        ear: through('#3f2a27'),
        tusk: ink('#F6E4C0'),
        rim: ink(SUNLIT),
        flip: true,
        toward: besideSun ? [0.86, 0.5] : [-0.6, 0.8],
        rimWidth: 1.7 * U * size,
        rimOpacity: 0.95,
        shadow: {
          opacity: 0.72,
          shear: (x - sun.x) * 3.2 + (besideSun ? -0.5 : 0.5),
          stretch: 0.34,
          ink: '#3d2724',
        },
      },
    )
  }
  paintDust(
    canvas,
    herd.map(({ x, y, size }) => ({ x: x * W, y: y * H, reach: 125 * size * U })),
    {
      ink: '#E3B274',
      lit: '#FFE3AC',
    },
  )
}

async function paintFront(canvas: Canvas, { bank, nearTree, sparser }: Layout) {
  const { width: W, height: H, unit: U } = canvas
  await paintBank(canvas, {
    crest: bankCrest(canvas, bank, { height: 0.022, reach: 0.22 }, { height: 0.035, reach: 0.3 }),
    rows: [bank - 0.02, 1.08],
    count: Math.round(360 / sparser),
    edgeCount: Math.round(420 / sparser),
    light: 1.05,
  })
  await paintTree(
    canvas,
    HERO_TREE,
    { x: nearTree.x * W, y: nearTree.y * H, scale: nearTree.size * U },
    {
      bark: ink('#2a1b1a'),
      barkLit: ink('#F0B873'),
      leaves: inks(['#241c17', '#43371f', '#7a622f', '#B88D45', '#EFCB83']),
      toward: [-0.8, 0.45],
      leafScale: 0.9,
    },
  )
}
