// The page's side of what a phone keeps (kept-worker.js): registers the worker for this very page, names the parts
// it needs, and remembers what is ticked. Without it the page reads the same.
;(() => {
  const { dataset } = document.currentScript

  const remembered = (name) => {
    try {
      return JSON.parse(localStorage.getItem(name)) ?? []
    } catch {
      return []
    }
  }
  const remember = (name, value) => {
    try {
      localStorage.setItem(name, JSON.stringify(value))
    } catch {
      // A private window: what is ticked lasts as long as the page.
    }
  }

  packing(dataset.packing)
  keepPage()

  function packing(name) {
    const boxes = [...document.querySelectorAll('[data-pack]')]
    if (!name || boxes.length === 0) return
    const ticked = new Set(remembered(name))
    const count = () => {
      const packed = boxes.filter(({ checked }) => checked).length
      for (const place of document.querySelectorAll('[data-packed]'))
        place.textContent = `${packed} of ${boxes.length} packed.`
    }
    for (const box of boxes) {
      box.checked = ticked.has(box.dataset.pack)
      box.addEventListener('change', () => {
        remember(name, boxes.filter(({ checked }) => checked).map(({ dataset: { pack } }) => pack))
        count()
      })
    }
    count()
  }

  // Without a network no other page of the site can be opened: a link that leads nowhere is none.
  function closeWaysOut() {
    for (const link of [...document.links])
      if (link.origin === location.origin && !link.pathname.startsWith(location.pathname)) link.removeAttribute('href')
  }

  async function keepPage() {
    if (document.documentElement.hasAttribute('data-saved')) return closeWaysOut()
    if (!navigator.serviceWorker) return
    await navigator.serviceWorker.register('/kept-worker.js', { scope: location.pathname, updateViaCache: 'none' })
    const { active } = await readyWorker()
    navigator.serviceWorker.addEventListener('message', ({ data }) => {
      for (const place of document.querySelectorAll('[data-kept]')) place.hidden = data.kept !== location.pathname
    })
    const links = [...document.querySelectorAll('[data-keep]')].map(({ href }) => href)
    const keep = (parts) => active.postMessage({ keep: parts.filter((part) => part.startsWith(`${location.origin}/`)) })
    // Also those that are still to come.
    new PerformanceObserver((list) => keep(list.getEntries().map(({ name }) => name))).observe({
      type: 'resource',
      buffered: true,
    })
    keep(links)
    // Pictures further down are wanted on a phone that will have no network, too.
    for (const picture of document.images) picture.loading = 'eager'
  }

  // `ready` is the worker of a scope that holds this page, which may be another page's.
  function readyWorker() {
    return navigator.serviceWorker.getRegistration(location.pathname).then(async (registration) => {
      const worker = registration.installing ?? registration.waiting ?? registration.active
      while (worker.state !== 'activated' && worker.state !== 'redundant')
        await new Promise((changed) => worker.addEventListener('statechange', changed, { once: true }))
      return registration
    })
  }
})()
