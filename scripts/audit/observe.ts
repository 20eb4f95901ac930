type Observed = { lcp: number; cls: number }

declare global {
  interface Window {
    observed: Observed
  }
}

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean }

/** Runs in the page before its own scripts. It is sent there as text: nothing outside it is known. */
export function observe(): void {
  window.observed = { lcp: 0, cls: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.observed.lcp = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) {
      if (!entry.hadRecentInput) window.observed.cls += entry.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
