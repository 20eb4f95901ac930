/**
 * Runs in the browser, as text. Defers modules until everything above the fold has loaded and painted, lazy
 * pictures until the first paint (styles/pictures.css), and long sections far below until the browser is idle
 * (styles/rendering.css). Each module is requested in its own task: all at once would hold a phone's thread
 * for too long. A background tab paints nothing, and some browsers do not report it: they wait a second after
 * load.
 */
const START = `{
let waits = true;
const seen = () => document.documentElement.removeAttribute("data-unseen");
const idle = window.requestIdleCallback ?? ((task) => setTimeout(task, 300));
const render = () => {
  const section = document.querySelector(".rendered-late:not([data-rendered])");
  if (!section) return document.documentElement.removeAttribute("data-late");
  section.dataset.rendered = "";
  idle(render);
};
const start = () => {
  seen();
  if (!waits) return;
  waits = false;
  setTimeout(() => idle(render), 1500);
  for (const link of document.querySelectorAll("link[rel=late-module]"))
    setTimeout(() => { link.rel = "modulepreload" });
  setTimeout(() => {
    const module = document.createElement("script");
    module.type = "module";
    module.text = document.querySelector("script[type=late-module]").text;
    document.head.append(module);
    module.remove();
  });
};
const painted = new Promise((told) => {
  try { new PerformanceObserver(told).observe({ type: "paint", buffered: true }) } catch {}
});
painted.then(seen);
addEventListener("load", () => {
  painted.then(start);
  setTimeout(start, 1000);
});
}`

/**
 * Puts a guest's page before its scripts, which would take bandwidth from the fonts and the first picture,
 * whatever their priority. React hydrates all the same: only attributes differ, and it leaves those alone.
 */
export function withLateModules(page: string, nonce = ''): string {
  const script = `<script nonce="${nonce}"`
  return page
    .replace('<html ', '<html data-unseen="" data-late="" ')
    .replaceAll('<link rel="modulepreload"', '<link rel="late-module"')
    .replace(`${script} type="module" async="">`, `${script} type="late-module">`)
    .replace(`${script}>window.__remixContext`, () => `${script}>${START}window.__remixContext`)
}

/** The same for a page that is there for its scripts: they start at once, after the content. */
export const withPatientModules = (page: string): string =>
  page.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
