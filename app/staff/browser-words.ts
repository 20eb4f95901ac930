// In the order of asking: most browsers also name those that they are made like.
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]

const MACHINES: [RegExp, string][] = [
  [/\biPhone\b/, 'an iPhone'],
  [/\biPad\b/, 'an iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'a Mac'],
  [/\bCrOS\b/, 'a Chromebook'],
  [/\bLinux\b/, 'Linux'],
]

const LOOKED_AT = 500

/** The kind of browser that a User-Agent header claims to be, as people say it: 'Chrome on Windows'. */
export function browserWords(userAgent: string | null): string {
  const text = userAgent?.slice(0, LOOKED_AT) ?? ''
  const called = (kinds: [RegExp, string][]) => kinds.find(([sign]) => sign.test(text))?.[1]
  const browser = called(BROWSERS) ?? 'An unknown browser'
  const machine = called(MACHINES)
  return machine ? `${browser} on ${machine}` : browser
}
