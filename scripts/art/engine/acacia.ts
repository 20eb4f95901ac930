import { growBranches } from './branches'
import { clamp } from './curves'
import { type Random, random } from './noise'
import type { Svg } from './shapes'

/** An umbrella acacia as numbers; y up, ground 0, trunk at x 0. */
export type TreeHabit = {
  seed: number
  width?: number
  height?: number
  pads?: number
  /** Height of the fork, in hundredths of the tree. */
  trunk?: number
  lean?: number
  stems?: number
  /** How much the canopy sinks toward its sides: .16 umbrella, .46 jacaranda. */
  droop?: number
  leafiness?: number
  thickness?: number
  limbs?: number
  leafSize?: number
}

/** A lens of leaves in the canopy; `low` ones hang under the arch. */
export type Pad = { x: number; y: number; width: number; height: number; low: boolean }
export type Leaf = {
  x: number
  y: number
  rx: number
  ry: number
  turn: number
  /** 0 in the shade under the pad, 1 on top of it. */
  light: number
  /** Place across its pad and across the tree, -1..1. */
  acrossPad: number
  acrossTree: number
  pad: number
}
export type Tree = { branches: Svg; leaves: Leaf[]; pads: number; width: number; height: number }

export type Habit = Required<TreeHabit>

export function growTree(wanted: TreeHabit): Tree {
  const habit: Habit = {
    width: 100,
    height: 72,
    pads: 9,
    trunk: 20,
    lean: 0,
    stems: 1,
    droop: 0.16,
    leafiness: 1,
    thickness: 1.35,
    limbs: 4,
    leafSize: 0.62,
    ...wanted,
  }
  const next = random(habit.seed)
  const pads = canopyPads(habit, next)
  const branches = growBranches(habit, pads, next)
  pads.sort((a, b) => Number(b.low) - Number(a.low) || a.y - b.y)
  return {
    branches,
    leaves: leavesOn(pads, habit, next),
    pads: pads.length,
    width: habit.width,
    height: habit.height,
  }
}

function canopyPads({ width, height, pads, lean, droop }: Habit, next: Random): Pad[] {
  const canopy: Pad[] = []
  for (let i = 0; i < pads; i++) {
    const u = pads === 1 ? 0 : (i / (pads - 1)) * 2 - 1
    const x = u * width * 0.4 + (next() - 0.5) * width * 0.05 + lean * height * 0.3
    const arch = 1 - Math.abs(u) ** 2.2 * droop
    const across = width * (0.15 + 0.07 * next()) * (1 - 0.22 * Math.abs(u))
    const tall = across * (0.2 + 0.07 * next())
    const y = height * (0.9 * arch) - tall * 0.2 + (next() - 0.5) * height * 0.055
    canopy.push({ x, y, width: across, height: tall, low: false })
  }
  for (let i = 0; i < Math.round(pads * 0.6); i++) {
    const u = next() * 1.7 - 0.85
    const across = width * (0.09 + 0.06 * next())
    const y = height * (0.74 - 0.12 * Math.abs(u) + 0.07 * next())
    canopy.push({
      x: u * width * 0.4 + lean * height * 0.3,
      y,
      width: across,
      height: across * 0.2,
      low: true,
    })
  }
  return canopy
}

function leavesOn(pads: readonly Pad[], habit: Habit, next: Random): Leaf[] {
  const leaves: Leaf[] = []
  for (const [index, pad] of pads.entries()) {
    const count = Math.round(((pad.low ? 200 : 330) * habit.leafiness * pad.width) / (habit.width * 0.15))
    for (let i = 0; i < count; i++) leaves.push(leafOn(pad, index, habit, next))
  }
  return leaves
}

function leafOn(pad: Pad, index: number, { width, height, leafSize }: Habit, next: Random): Leaf {
  const drawn = next() * 2 - 1
  const u = Math.sign(drawn) * Math.abs(drawn) ** 0.85
  const dome = Math.sqrt(Math.max(0, 1 - u * u))
  const v = next() ** 0.7
  const y = pad.y + pad.height * (-0.22 + v * (0.22 + dome * 0.95)) + (next() - 0.5) * pad.height * 0.3
  const size = leafSize * height * (0.0085 + 0.008 * next()) * (1 - 0.35 * Math.abs(u))
  return {
    x: pad.x + u * pad.width * (1.02 + 0.06 * next()),
    y,
    rx: size * (1.2 + 0.9 * next()),
    ry: size * (0.55 + 0.35 * next()),
    turn: (next() - 0.5) * 50 - u * 14,
    light: clamp(0.1 + v * 0.75 * (0.4 + 0.6 * dome) + (next() - 0.5) * 0.22),
    acrossPad: u,
    acrossTree: pad.x / width,
    pad: index,
  }
}
