import type { IncomingMessage, ServerResponse } from 'node:http'
import { isFromElsewhere, sendHtml, sendOn } from '#scripts/sandbox/http'
import { html, type Markup, page } from '#scripts/sandbox/page'
import type { Letter, Letters } from './letters'

const WATCH_EVERY_SECONDS = 4
const SHOWN = 200

/** The pages of the mailbox: the list, a message, and emptying it. */
export function answerMailbox(letters: Letters, request: IncomingMessage, response: ServerResponse) {
  const { pathname } = new URL(request.url ?? '/', 'http://mailbox')
  if (request.method === 'POST' && pathname === '/clear' && !isFromElsewhere(request)) {
    letters.clear()
    return sendOn(response, '/')
  }
  if (pathname === '/') return sendHtml(response, listPage(letters.all(), letters.seenThrough()))
  if (pathname === '/earlier') return sendHtml(response, earlierPage(letters.all(), letters.seenThrough()))
  const letter = letters.find(Number(/^\/messages\/(\d+)$/.exec(pathname)?.[1] ?? 0))
  if (letter) return sendHtml(response, letterPage(letter))
  const body = html`${STRIP}<main class="mail"><p class="empty card">No such message. <a href="/">To the mailbox</a></p></main>`
  sendHtml(response, page({ title: 'No such message', body, css: CSS }), 404)
}

const STRIP = html`<p class="strip"><b>Sandbox</b> · mail arrives here and goes no further</p>`

/** Those that came since; those up to `seenThrough`, which a season left, stand on a page of their own. */
function listPage(all: Letter[], seenThrough: number): string {
  const letters = all.filter(({ id }) => id > seenThrough)
  const list =
    letters.length > 0
      ? listOf(letters)
      : html`<p class="card empty">Nothing has arrived yet. This page looks again every few seconds.</p>`
  const earlier =
    all.length > letters.length
      ? html`<p class="earlier"><a href="/earlier">Mail of the season before</a></p>`
      : null
  const clear =
    all.length > 0
      ? html`<form method="post" action="/clear"><button class="button plain little">Empty the mailbox</button></form>`
      : null
  const count =
    letters.length === 0
      ? 'Empty'
      : letters.length === 1
        ? '1 message'
        : `${letters.length} messages, newest first`
  const body = html`${STRIP}<main class="mail"><header><div><h1>Mailbox</h1><p class="soft">${count}</p></div>${clear}</header>${list}${earlier}</main>`
  return page({ title: `Mailbox (${letters.length})`, body, css: CSS, refreshSeconds: WATCH_EVERY_SECONDS })
}

function earlierPage(all: Letter[], seenThrough: number): string {
  const letters = all.filter(({ id }) => id <= seenThrough)
  const body = html`${STRIP}<main class="mail"><p><a class="back" href="/"><span aria-hidden="true">←</span> Mailbox</a></p>
    <header><div><h1>Mail of the season before</h1><p class="soft">The newest ${Math.min(letters.length, SHOWN)}, newest first</p></div></header>${listOf(letters)}</main>`
  return page({ title: 'Mail of the season before', body, css: CSS })
}

const listOf = (letters: Letter[]): Markup =>
  html`<ul class="card">${letters.toReversed().slice(0, SHOWN).map(row)}</ul>`

function row(letter: Letter): Markup {
  return html`<li><a href="/messages/${letter.id}"><span class="to">${letter.to.join(', ')}</span>
    <span class="about"><b>${letter.subject || '(no subject)'}</b> <span class="soft">${letter.text.replace(/\s+/g, ' ').slice(0, 140)}</span></span>
    <time class="soft small" datetime="${letter.receivedAt.toISOString()}">${clock(letter.receivedAt)}</time></a></li>`
}

function letterPage(letter: Letter): string {
  const body = html`${STRIP}<main class="mail"><p><a class="back" href="/"><span aria-hidden="true">←</span> Mailbox</a></p>
    <article class="card letter"><h1>${letter.subject || '(no subject)'}</h1>
    <dl><dt>From</dt><dd>${letter.headers.from ?? letter.from}</dd><dt>To</dt><dd>${letter.to.join(', ')}</dd><dt>Received</dt><dd>${clock(letter.receivedAt)} UTC</dd></dl>
    ${letter.html ? html`<h2>HTML</h2><iframe sandbox="allow-popups allow-popups-to-escape-sandbox" title="The message as HTML" srcdoc="${`<base target="_blank">${letter.html}`}"></iframe>` : null}
    ${letter.text ? html`<h2>Text</h2><pre>${letter.text}</pre>` : null}
    <details><summary>Headers</summary><pre class="headers">${Object.entries(letter.headers).map(([name, value]) => `${name}: ${value}\n`)}</pre></details></article></main>`
  return page({ title: letter.subject || 'Message', body, css: CSS })
}

const clock = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ')

const CSS = `
.mail{max-width:62rem;margin:0 auto;padding:1.5rem 1rem 4rem}
.earlier{margin-top:1.5rem}
header{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:1rem;margin-bottom:1.1rem}
ul{list-style:none;margin:0;padding:.35rem 0}li+li{border-top:1px solid var(--line)}
li a{display:grid;gap:.1rem 1.25rem;padding:.85rem 1.25rem;color:inherit;text-decoration:none}
li a:hover{background:var(--paper)}li a:focus-visible{outline-offset:-3px}
.to,.about{min-width:0;overflow:hidden;text-overflow:ellipsis}.to{color:var(--umber);font-size:.9rem;white-space:nowrap}
.about .soft{display:block;white-space:nowrap;overflow:hidden;text-overflow:ellipsis;font-size:.9rem}
@media(min-width:760px){li a{grid-template-columns:14rem minmax(0,1fr) auto;align-items:baseline}}
.back{display:inline-flex;gap:.4rem;min-height:44px;align-items:center;text-decoration:none;font-weight:600}
.letter{padding:1.5rem}.letter h1{overflow-wrap:anywhere}.letter h2{margin:1.5rem 0 .5rem}
dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.2rem 1.25rem;margin:1rem 0 0}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
iframe{width:100%;height:min(46rem,75vh);border:1px solid var(--line);border-radius:10px;background:#fff}
pre{margin:0;padding:1rem 1.15rem;background:var(--paper);border-radius:10px;white-space:pre-wrap;overflow-wrap:anywhere;font:.9rem/1.55 ui-monospace,SFMono-Regular,Menlo,monospace}
details{margin-top:1.5rem}summary{cursor:pointer;font-weight:600;min-height:32px}.headers{margin-top:.5rem;font-size:.8rem}
`
