import lighthouse from 'lighthouse'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

type Category = (typeof CATEGORIES)[number]

export type Verdict = {
  /** Of 100. */
  scores: Record<Category, number>
  lcpMs: number
  tbtMs: number
  cls: number
  /** What cost a point, beside the performance. */
  complaints: string[]
}

/** One run of Lighthouse as it comes: its telephone, its simulated slow line, an empty cache. */
export async function askLighthouse(port: number, address: string): Promise<Verdict> {
  const run = await lighthouse(address, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
  })
  if (!run) throw new Error(`  Lighthouse said nothing of ${address}`)
  const { audits, categories, runtimeError } = run.lhr
  if (runtimeError) throw new Error(`  Lighthouse could not read ${address}: ${runtimeError.message}`)
  const number = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  const score = (category: Category) => Math.round((categories[category]?.score ?? 0) * 100)
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    lcpMs: number('largest-contentful-paint'),
    tbtMs: number('total-blocking-time'),
    cls: number('cumulative-layout-shift'),
    complaints: CATEGORIES.slice(1).flatMap((category) =>
      (categories[category]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => `Lighthouse, ${category}: ${audits[id]?.title ?? id}`),
    ),
  }
}
