type Listener = (detail?: unknown) => void

/** `on`, `once`, `off` as every Stripe element has them. */
export function emitter() {
  const listeners = new Map<string, Set<Listener>>()
  const of = (event: string) => listeners.get(event) ?? new Set<Listener>()

  function on(event: string, listener: Listener): void {
    listeners.set(event, of(event).add(listener))
  }
  function off(event: string, listener?: Listener): void {
    if (listener) of(event).delete(listener)
    else listeners.delete(event)
  }
  function once(event: string, listener: Listener): void {
    const only: Listener = (detail) => {
      off(event, only)
      listener(detail)
    }
    on(event, only)
  }
  function emit(event: string, detail?: unknown): void {
    for (const listener of [...of(event)]) listener(detail)
  }
  return { on, off, once, emit }
}
