type Observed = {
  fcp: number
  lcp: number
  cls: number
  longTasks: { start: number; duration: number }[]
}

declare global {
  interface Window {
    observed: Observed
  }
}

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean }

/** Runs in the page before its own scripts. It is sent there as text: nothing outside it is known. */
export function observe(): void {
  window.observed = { fcp: 0, lcp: 0, cls: 0, longTasks: [] }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.name === 'first-contentful-paint') window.observed.fcp = entry.startTime
    }
  }).observe({ type: 'paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.observed.lcp = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) {
      if (!entry.hadRecentInput) window.observed.cls += entry.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      window.observed.longTasks.push({ start: startTime, duration })
    }
  }).observe({ type: 'longtask', buffered: true })
}
