import { expect, test } from 'vitest'
import { sqlite } from '#db/connection.server'

test('no audit log page reads or sorts the whole log', async () => {
  const asked: string[] = []
  const prepare = sqlite.prepare.bind(sqlite)
  sqlite.prepare = ((query: string) => {
    asked.push(query)
    return prepare(query)
  }) as typeof sqlite.prepare
  const { wholeHistory } = await import('#app/views/history.server')
  wholeHistory({ from: 'start' })
  sqlite.prepare = prepare

  const questions = asked.filter((query) => query.includes('from "audit_log"'))
  expect(questions).toHaveLength(25)
  for (const query of questions) {
    const places = query.match(/\?/g)?.length ?? 0
    const plan = prepare(`explain query plan ${query}`).all(...Array(places).fill(1)) as { detail: string }[]
    for (const { detail } of plan) expect(detail, query).toMatch(/USING (COVERING )?INDEX audit_log_by/)
  }
})
