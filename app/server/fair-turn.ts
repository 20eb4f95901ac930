const waiting: (() => void)[] = []

/**
 * A turn of the event loop for one request alone. setImmediate lets all that wait go on in one turn: of a
 * hundred requests that came at once all would, and a kept page, which waits for none, would be answered
 * after the last.
 */
export function fairTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(next)
  })
}

function next(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(next)
}
