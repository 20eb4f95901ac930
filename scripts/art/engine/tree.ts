import { growTree, type Leaf } from './acacia'
import type { TreeHabit } from './branches'
import { type Box, type Canvas, cut, paint, paintInBox } from './canvas'
import type { Lab } from './colour'
import { clamp } from './curves'
import { rim } from './light'
import { hundredth, type Point, path, placed, type Svg } from './shapes'

type TreeLook = {
  bark: Lab
  /** Lit edge of the bark. */
  barkLit?: Lab
  /** Four or five leaf tones, shade to light. */
  leaves: readonly Lab[]
  toward?: Point
  leafScale?: number
  flip?: boolean
}

type Stand = { x: number; y: number; scale: number }

/** Groups of pads painted back to front; fewer would show as layers, more take time. */
const GROUPS = 9
/** How light a leaf must be to get each tone. */
const THRESHOLDS = [-1, 0.3, 0.52, 0.7, 0.84]

/** Paints a tree: wood first, then the pads from behind, each from shade to light. */
export async function paintTree(canvas: Canvas, habit: TreeHabit, { x, y, scale }: Stand, look: TreeLook) {
  const tree = growTree(habit)
  const { flip = false, toward = [0.6, 0.8], leafScale = 1 } = look
  const wood = await cut(canvas, placed(x, y, scale, tree.branches, flip))
  paint(canvas, wood, look.bark)
  if (look.barkLit) paint(canvas, rim(wood, toward, Math.max(1, scale * 0.42), 0.75), look.barkLit, 0.8)

  const sideways = toward[0] * (flip ? -1 : 1)
  const groups = Math.min(tree.pads, GROUPS)
  for (let group = 0; group < groups; group++) {
    const leaves = tree.leaves.filter((leaf) => Math.floor((leaf.pad * groups) / tree.pads) === group)
    if (leaves.length === 0) continue
    const box = boxAround(leaves, { x, y, scale }, flip)
    for (const [i, tone] of look.leaves.entries()) {
      const lit = leaves.filter((leaf) => lightOn(leaf, sideways) > (THRESHOLDS[i] ?? 0.9))
      const slid = lit.map((leaf) => ({
        ...leaf,
        x: leaf.x + i * 0.14 * sideways,
        y: leaf.y + i * 0.14 * toward[1],
      }))
      await paintInBox(canvas, placed(x, y, scale, dabs(slid, leafScale * (1.45 - 0.2 * i)), flip), box, tone)
    }
  }
}

const lightOn = (leaf: Leaf, sideways: number) =>
  clamp(leaf.light * 1.05 + 0.2 * leaf.acrossPad * sideways + 0.32 * leaf.acrossTree * sideways)

function boxAround(leaves: readonly Leaf[], { x, y, scale }: Stand, flip: boolean): Box {
  const xs = leaves.map((leaf) => (flip ? -leaf.x : leaf.x))
  const ys = leaves.map((leaf) => leaf.y)
  const margin = 4 * scale
  return [
    x + Math.min(...xs) * scale - margin,
    y - Math.max(...ys) * scale - margin,
    x + Math.max(...xs) * scale + margin,
    y - Math.min(...ys) * scale + margin,
  ]
}

/** Tapered dabs; larger ones look like pebbles. */
function dabs(leaves: readonly Leaf[], size: number): Svg {
  const dab = (leaf: Leaf) => {
    const angle = (leaf.turn * Math.PI) / 180
    const [along, up] = [Math.cos(angle) * leaf.rx * size, Math.sin(angle) * leaf.rx * size]
    const [bulgeX, bulgeY] = [-Math.sin(angle) * leaf.ry * size * 1.3, Math.cos(angle) * leaf.ry * size * 1.3]
    const tip = `${hundredth(leaf.x + along)} ${hundredth(leaf.y + up)}`
    return `M${hundredth(leaf.x - along)} ${hundredth(leaf.y - up)}Q${hundredth(leaf.x + bulgeX)} ${hundredth(leaf.y + bulgeY)} ${tip}Q${hundredth(leaf.x - bulgeX)} ${hundredth(leaf.y - bulgeY)} ${hundredth(leaf.x - along)} ${hundredth(leaf.y - up)}Z`
  }
  return path(leaves.map(dab).join(''))
}
