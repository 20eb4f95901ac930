import type { TreeHabit } from '../engine/branches'

type Elephant = {
  x: number
  y: number
  size: number
  phase: number
  haze: number
  trunk?: 'tucked'
  calf?: boolean
}
type FarTree = { x: number; y: number; size: number; haze: number; habit: TreeHabit }

/** What differs between the wide and the tall picture of one herd; places are shares of the canvas. */
export type Layout = {
  tall: boolean
  sun: { x: number; y: number; radius: number }
  horizon: number
  plainTop: number
  mountain: { x: number; top: number; foot: number; spread: number }
  herd: readonly Elephant[]
  farTrees: readonly FarTree[]
  nearTree: { x: number; y: number; size: number }
  bank: number
  darkLeft: number
  /** The tall canvas is narrower: it needs that much less grass. */
  sparser: number
}

export const WIDE_LAYOUT: Layout = {
  tall: false,
  sun: { x: 0.688, y: 0.548, radius: 0.108 },
  horizon: 0.64,
  plainTop: 0.712,
  mountain: { x: 0.5, top: 0.462, foot: 0.635, spread: 1 },
  herd: [
    { x: 0.815, y: 0.8, size: 0.92, phase: 0.33, haze: 0.22, trunk: 'tucked' },
    { x: 0.64, y: 0.812, size: 1.14, phase: 0.42, haze: 0.11 },
    { x: 0.745, y: 0.832, size: 1.28, phase: 0.72, haze: 0.07 },
    { x: 0.69, y: 0.842, size: 0.76, phase: 0.2, haze: 0.08, trunk: 'tucked' },
    { x: 0.578, y: 0.85, size: 0.56, phase: 0.9, haze: 0.05, calf: true },
    { x: 0.5, y: 0.848, size: 1.46, phase: 0.1, haze: 0.03 },
  ],
  farTrees: [
    { x: 0.045, y: 0.722, size: 1.1, haze: 0.48, habit: { seed: 5, width: 92, height: 60 } },
    { x: 0.2, y: 0.716, size: 0.46, haze: 0.64, habit: { seed: 52 } },
    { x: 0.255, y: 0.717, size: 0.6, haze: 0.6, habit: { seed: 19, stems: 2 } },
    { x: 0.395, y: 0.716, size: 0.4, haze: 0.62, habit: { seed: 22 } },
    { x: 0.43, y: 0.715, size: 0.34, haze: 0.66, habit: { seed: 63 } },
    { x: 0.875, y: 0.72, size: 0.75, haze: 0.52, habit: { seed: 31 } },
  ],
  nearTree: { x: 0.955, y: 0.945, size: 6.5 },
  bank: 0.925,
  darkLeft: 0.17,
  sparser: 1,
}

export const TALL_LAYOUT: Layout = {
  tall: true,
  sun: { x: 0.6, y: 0.742, radius: 0.062 },
  horizon: 0.78,
  plainTop: 0.808,
  mountain: { x: 0.34, top: 0.672, foot: 0.775, spread: 2 },
  herd: [
    { x: 0.9, y: 0.85, size: 0.62, phase: 0.33, haze: 0.2, trunk: 'tucked' },
    { x: 0.655, y: 0.868, size: 0.88, phase: 0.72, haze: 0.07 },
    { x: 0.525, y: 0.875, size: 0.46, phase: 0.9, haze: 0.05, calf: true },
    { x: 0.335, y: 0.873, size: 1.06, phase: 0.1, haze: 0.03 },
  ],
  farTrees: [
    { x: 0.1, y: 0.815, size: 0.9, haze: 0.5, habit: { seed: 5, width: 92, height: 60 } },
    { x: 0.47, y: 0.812, size: 0.5, haze: 0.6, habit: { seed: 22, stems: 2 } },
    { x: 0.24, y: 0.812, size: 0.36, haze: 0.66, habit: { seed: 63 } },
  ],
  nearTree: { x: 0.985, y: 0.955, size: 5.2 },
  bank: 0.935,
  darkLeft: 0,
  sparser: 2.2,
}
