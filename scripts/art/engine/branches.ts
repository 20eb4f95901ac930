import type { Habit, Pad } from './acacia'
import { noise, type Random } from './noise'
import { closedPath, discPath, type Point, path, type Svg } from './shapes'

/** A short piece of wood and which piece it grew from (-1: the ground). */
type Node = { x: number; y: number; parent: number; dx: number; dy: number; children: number }
type Growth = { nodes: Node[]; step: number; habit: Habit; next: Random }

/** Exponent of the pipe model: a branch is as thick as what it carries. */
const PIPE = 2.35
const MOST_NODES = 2600

/** Stems, limbs and twigs of a tree whose pads of leaves are known. */
export function growBranches(habit: Habit, pads: readonly Pad[], next: Random): Svg {
  const targets = pointsInPads(habit, pads, next)
  const growth: Growth = { nodes: [], step: habit.height * 0.022, habit, next }
  growStems(growth)
  if (habit.limbs) growLimbs(growth, pads)
  fillPads(growth, targets)
  return drawBranches(growth)
}

function pointsInPads({ width }: Habit, pads: readonly Pad[], next: Random): Point[] {
  return pads.flatMap((pad) =>
    Array.from({ length: Math.round((26 * pad.width) / (width * 0.15)) }, (): Point => {
      const angle = next() * Math.PI * 2
      const out = Math.sqrt(next())
      return [
        pad.x + Math.cos(angle) * out * pad.width * 0.92,
        pad.y + Math.sin(angle) * out * pad.height * 0.5 - pad.height * 0.1,
      ]
    }),
  )
}

function add({ nodes }: Growth, x: number, y: number, parent: number, dx: number, dy: number) {
  nodes.push({ x, y, parent, dx, dy, children: 0 })
  return nodes.length - 1
}

function nodeAt({ nodes }: Growth, id: number): Node {
  const node = nodes[id]
  if (!node) throw new Error(`no branch ${id}`)
  return node
}

function growStems(growth: Growth) {
  const { habit, step, next } = growth
  const { stems, lean, width, height, trunk } = habit
  for (let stem = 0; stem < stems; stem++) {
    let angle = stems === 1 ? lean * 0.5 : (stem / (stems - 1) - 0.5) * 0.8 + lean * 0.4
    let x = (stem - (stems - 1) / 2) * width * 0.012
    let y = 0
    let id = add(growth, x, y, -1, Math.sin(angle), Math.cos(angle))
    const pieces = Math.round(((trunk / 100) * height * (stems > 1 ? 0.6 : 1)) / step)
    for (let i = 0; i < pieces; i++) {
      angle += (next() - 0.5) * 0.22
      x += Math.sin(angle) * step
      y += Math.cos(angle) * step
      id = add(growth, x, y, id, Math.sin(angle), Math.cos(angle))
    }
  }
}

/** From the fork to groups of pads, each limb with two sub-limbs. */
function growLimbs(growth: Growth, pads: readonly Pad[]) {
  const { nodes, habit, next } = growth
  const tops = nodes.flatMap((_, i) => (nodes[i + 1]?.parent === i ? [] : [i]))
  const upper = pads.filter((pad) => !pad.low)
  for (let q = 0; q < habit.limbs; q++) {
    const pad = upper[Math.round(((q + 0.5) / habit.limbs) * upper.length - 0.5)]
    if (!pad) continue
    const off = (i: number) => Math.abs(nodeAt(growth, i).x - pad.x * 0.4)
    let from = tops.reduce((best, i) => (off(i) < off(best) ? i : best), tops[0] ?? 0)
    const back = Math.floor(next() * 7)
    for (let b = 0; b < back && nodeAt(growth, from).parent >= 0; b++) from = nodeAt(growth, from).parent
    const end: Point = [pad.x * 0.82, pad.y - pad.height * 0.8 - habit.height * 0.03]
    const limb = growCurve(growth, from, end, [0.28, 0.55], {
      x: [5, q * 7, habit.seed, 0.012],
      y: [5, q * 9 + habit.seed, 0, 0.01],
    })
    if (limb.length > 6) growSubLimbs(growth, pads, pad, limb, q)
  }
}

function growSubLimbs(growth: Growth, pads: readonly Pad[], own: Pad, limb: readonly number[], q: number) {
  const { habit, next } = growth
  for (let z = 0; z < 2; z++) {
    const from = limb[Math.floor(limb.length * (0.38 + 0.2 * z + 0.12 * next()))] ?? 0
    const near = pads.filter(
      (pad) => Math.abs(pad.x - nodeAt(growth, from).x) < habit.width * 0.3 && pad !== own,
    )
    const pad = near.length ? near[Math.floor(next() * near.length)] : undefined
    if (!pad) continue
    const end: Point = [pad.x + (next() - 0.5) * pad.width * 0.6, pad.y - pad.height * 0.7]
    growCurve(growth, from, end, [0.15, 0.7], { x: [6, z, q + habit.seed, 0.01], y: [0, 0, 0, 0] })
  }
}

/** How a limb wanders: noise frequency along it, two offsets, and reach as a share of the height. */
type Wander = { x: readonly [number, number, number, number]; y: readonly [number, number, number, number] }

function growCurve(growth: Growth, from: number, end: Point, bow: Point, wander: Wander): number[] {
  const { habit, step } = growth
  const start = nodeAt(growth, from)
  const control: Point = [start.x + (end[0] - start.x) * bow[0], start.y + (end[1] - start.y) * bow[1]]
  const count = Math.max(3, Math.round(Math.hypot(end[0] - start.x, end[1] - start.y) / step))
  const grown: number[] = []
  let id = from
  for (let i = 1; i <= count; i++) {
    const t = i / count
    const along = (a: number, c: number, e: number) => (1 - t) * (1 - t) * a + 2 * t * (1 - t) * c + t * t * e
    const [fx, ax, bx, rx] = wander.x
    const [fy, ay, by, ry] = wander.y
    const x = along(start.x, control[0], end[0]) + habit.height * rx * noise(t * fx + ax, bx)
    const y = along(start.y, control[1], end[1]) + (ry ? habit.height * ry * noise(t * fy, ay + by) : 0)
    const before = nodeAt(growth, id)
    const length = Math.hypot(x - before.x, y - before.y) || 1
    id = add(growth, x, y, id, (x - before.x) / length, (y - before.y) / length)
    grown.push(id)
  }
  return grown
}

type Pull = { x: number; y: number; count: number }

/** Space colonisation: twigs grow toward points of the pads until every point is reached. */
function fillPads(growth: Growth, targets: Point[]) {
  const { nodes, step, next } = growth
  const reached = (step * 2.1) ** 2
  let open = targets
  for (let round = 0; round < 170 && open.length > 0 && nodes.length <= MOST_NODES; round++) {
    const pulls = pullsOn(nodes, open)
    if (pulls.size === 0) break
    for (const [id, pull] of pulls) {
      const node = nodeAt(growth, id)
      const dx = pull.x / pull.count + node.dx * 0.75 + (next() - 0.5) * 0.34
      const dy = pull.y / pull.count + node.dy * 0.55 + (next() - 0.5) * 0.34
      const length = Math.hypot(dx, dy) || 1
      if (node.children++ >= 3) continue
      add(growth, node.x + (dx / length) * step, node.y + (dy / length) * step, id, dx / length, dy / length)
    }
    open = open.filter(([x, y]) => !nodes.some((node) => (x - node.x) ** 2 + (y - node.y) ** 2 < reached))
  }
}

function pullsOn(nodes: readonly Node[], open: readonly Point[]) {
  const pulls = new Map<number, Pull>()
  for (const [x, y] of open) {
    let nearest = -1
    let least = Number.POSITIVE_INFINITY
    nodes.forEach((node, i) => {
      const distance = (x - node.x) ** 2 + (y - node.y) ** 2
      if (distance < least) {
        least = distance
        nearest = i
      }
    })
    const node = nodes[nearest]
    if (!node) continue
    const length = Math.sqrt(least) || 1
    const pull = pulls.get(nearest) ?? { x: 0, y: 0, count: 0 }
    pull.x += (x - node.x) / length
    pull.y += (y - node.y) / length
    pull.count++
    pulls.set(nearest, pull)
  }
  return pulls
}

function thicknesses({ nodes, habit }: Growth): number[] {
  const tip = habit.height * 0.0028
  const carried = nodes.map(() => 0)
  for (let i = nodes.length - 1; i >= 0; i--) {
    const own = carried[i] || tip ** PIPE
    carried[i] = own
    const parent = nodes[i]?.parent ?? -1
    if (parent >= 0) carried[parent] = (carried[parent] ?? 0) + own
  }
  const thickest = habit.height * 0.03 * habit.thickness
  return carried.map((load) => Math.min(load ** (1 / PIPE) * habit.thickness, thickest))
}

function drawBranches(growth: Growth): Svg {
  const { nodes, habit } = growth
  const radius = thicknesses(growth)
  const flare = (y: number) => 1 + 0.7 * Math.exp(-y / (habit.height * 0.035))
  let data = ''
  nodes.forEach((b, i) => {
    const a = nodes[b.parent]
    if (!a) return
    const own = radius[i] ?? 0
    const ra = Math.min(radius[b.parent] ?? 0, own * 1.25) * flare(a.y)
    const rb = own * flare(b.y)
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1
    const [ux, uy] = [-(b.y - a.y) / length, (b.x - a.x) / length]
    data += closedPath([
      [a.x + ux * ra, a.y + uy * ra],
      [b.x + ux * rb, b.y + uy * rb],
      [b.x - ux * rb, b.y - uy * rb],
      [a.x - ux * ra, a.y - uy * ra],
    ])
    if (rb > habit.height * 0.0042) data += discPath([b.x, b.y, rb])
  })
  return path(data)
}
