/** What waits on its way in until a test has seen all that it wants to see first. */
export interface Held {
  /** Resolves once this many have come, one by default. */
  seen(count?: number): Promise<void>
  /** Lets them go on, and those that come later too. */
  release(): void
}

/** Keeps the gates at which calls or mails wait. */
export function keepGates() {
  const gates = new Set<ReturnType<typeof aGate>>()

  return {
    /** Holds what is called `which`, or like it. */
    hold(which: string | RegExp): Held {
      const gate = aGate(which)
      gates.add(gate)
      return {
        seen: gate.seen,
        release() {
          gates.delete(gate)
          gate.open()
        },
      }
    },
    /** Resolves at once for what nobody holds. */
    async pass(name: string): Promise<void> {
      for (const gate of gates) if (gate.isFor(name)) await gate.opened()
    },
    openAll(): void {
      for (const gate of gates) gate.open()
      gates.clear()
    },
  }
}

function aGate(which: string | RegExp) {
  let come = 0
  const watchers = new Set<() => void>()
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>()
  return {
    open,
    isFor: (name: string) => (typeof which === 'string' ? name === which : which.test(name)),
    opened(): Promise<void> {
      come += 1
      for (const watcher of watchers) watcher()
      return isOpen
    },
    seen: (count = 1) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (come < count) return
          watchers.delete(look)
          resolve()
        }
        watchers.add(look)
        look()
      }),
  }
}
