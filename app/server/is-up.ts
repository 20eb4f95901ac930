import cluster, { type Worker } from 'node:cluster'

const IS_UP = 'The site is up'

/** Tells the process that began this one that it serves now: it has listened since before it could (door.ts). */
export function sayIsUp(): void {
  cluster.worker?.send(IS_UP)
}

/** Resolves when a process has said so; never, where it ends before. */
export const isUp = (worker: Worker): Promise<void> =>
  new Promise((done) => {
    worker.on('message', (message) => {
      if (message === IS_UP) done()
    })
  })
