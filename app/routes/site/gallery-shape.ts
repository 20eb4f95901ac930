import type { CSSProperties } from 'react'

/**
 * A picture's shape for the style sheet, known before the picture is there, so that nothing jumps. The cast holds:
 * React takes custom properties, its types do not.
 */
export const shapeOf = ({ width, height }: { width: number; height: number }) =>
  ({ '--shape': width / height }) as CSSProperties
