// The page's side of what a phone keeps (kept-worker.js): registers the worker for this very page, names the parts
// it needs, and remembers what is ticked. Without it the page reads the same.
;(() => {
  const { dataset } = document.currentScript
  const AGAIN_MS = 10_000

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

  const queue = document.querySelector('[data-queue]')
  const queued = queue && `ticks ${queue.dataset.queue}`

  packing(dataset.packing)
  ticks()
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

  // What is pressed without a network waits here, and is sent once there is one; the site takes it once.
  function ticks() {
    if (!queue) return
    const show = () => {
      for (const button of queue.querySelectorAll('button'))
        if (remembered(queued).includes(button.value)) button.replaceWith('All aboard, sent once there is a network')
    }
    let again
    const send = async () => {
      clearTimeout(again)
      for (const day of remembered(queued)) {
        const body = new URLSearchParams({ day })
        const answer = await fetch(queue.dataset.queue, { method: 'POST', body }).catch(() => null)
        if (!answer?.ok || new URL(answer.url).pathname !== queue.dataset.queue) {
          show()
          again = setTimeout(send, AGAIN_MS)
          return
        }
        remember(
          queued,
          remembered(queued).filter((other) => other !== day),
        )
        if (remembered(queued).length === 0) location.reload()
      }
    }
    queue.addEventListener('submit', (event) => {
      const day = event.submitter?.value
      if (!day) return
      event.preventDefault()
      remember(queued, [...new Set([...remembered(queued), day])])
      send()
    })
    window.addEventListener('online', send)
    send()
  }

  // Without a network no other page of the site can be opened: a link that leads nowhere is none.
  function closeWaysOut() {
    for (const link of [...document.links])
      if (link.origin === location.origin && !link.pathname.startsWith(location.pathname)) link.removeAttribute('href')
  }

  // What the worker then has takes this page's place. Ticks that wait are sent first, and load the page themselves.
  function untilThereIsANetwork() {
    closeWaysOut()
    const { serviceWorker } = navigator
    const isFree = () => !queued || remembered(queued).length === 0
    const look = () => isFree() && navigator.onLine && serviceWorker.controller?.postMessage({ look: true })
    serviceWorker.addEventListener('message', ({ data }) => {
      if (data.newer === location.pathname && isFree()) location.reload()
    })
    serviceWorker.startMessages()
    window.addEventListener('online', look)
    setInterval(look, AGAIN_MS)
  }

  async function keepPage() {
    if (document.documentElement.hasAttribute('data-saved')) return untilThereIsANetwork()
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
