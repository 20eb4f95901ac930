/**
 * What waits until a page has been seen: its modules until everything above the fold has come (load) and was
 * painted, the lazy pictures below it until the first paint (styles/pictures.css), and its long sections far
 * below until the browser is idle, one after the other (styles/rendering.css). Each module is asked for in a
 * task of its own: all at once would take a phone's thread for too long. A tab in the background paints
 * nothing, and some browsers do not tell of it: they wait a second after load. Runs in the browser, where it
 * is put as text.
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
 * Puts a guest's page before its scripts: on a slow line they would take their share of it from the fonts and
 * the first picture, whatever their priority. React finds each element again where it rendered it; only
 * attributes differ, and those it leaves alone.
 */
export function withLateModules(page: string, nonce = ''): string {
  const script = `<script nonce="${nonce}"`
  return page
    .replace('<html ', '<html data-unseen="" data-late="" ')
    .replaceAll('<link rel="modulepreload"', '<link rel="late-module"')
    .replace(`${script} type="module" async="">`, `${script} type="late-module">`)
    .replace(`${script}>window.__remixContext`, () => `${script}>${START}window.__remixContext`)
}

/**
 * The same for a page of one visitor, whose scripts are what it is for: they start at once, after what is
 * seen.
 */
export const withPatientModules = (page: string): string =>
  page.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
