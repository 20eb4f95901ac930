/** Names that programs give themselves; Cubot is a telephone. */
const PROGRAMS =
  /(?<!cu)bot|crawl|spider|slurp|scrap|fetch|monitor|uptime|pingdom|statuscake|preview|headless|phantom|puppeteer|playwright|selenium|lighthouse|pagespeed|gtmetrix|inspectiontool|externalhit|mediapartners|googleother|whatsapp|embedly|curl|wget|python|httpx|okhttp|axios|undici|libwww|go-http|java\/|^(node|ruby|perl|php)/i

/** Whether a program asked, not a person in a browser. One that hides behind a browser's name is taken for it. */
export const isBot = (userAgent: string): boolean => userAgent.trim() === '' || PROGRAMS.test(userAgent)
