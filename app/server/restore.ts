import { createInterface } from 'node:readline/promises'
import { runByHand } from './dot-env'

await runByHand(async () => {
  const { env } = await import('#app/platform/env.server')
  const { restoreCommand } = await import('#app/server/backup/restore-backup.server')
  const isServing = () =>
    fetch(`http://127.0.0.1:${env.PORT}/healthz`).then(
      () => true,
      () => false,
    )
  const say = (words: string) => console.log(words)
  await restoreCommand(process.argv.slice(2), { say, ask: process.stdin.isTTY ? ask : null }, isServing)
})

async function ask(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await lines.question(`${question} [y/N] `).finally(() => lines.close())
  return /^y(es)?$/i.test(answer.trim())
}
