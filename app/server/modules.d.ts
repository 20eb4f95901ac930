declare module 'virtual:remix/server-build' {
  import type { ServerBuild } from '@remix-run/node'

  export const mode: ServerBuild['mode']
  export const entry: ServerBuild['entry']
  export const routes: ServerBuild['routes']
  export const assets: ServerBuild['assets']
  export const basename: ServerBuild['basename']
  export const publicPath: ServerBuild['publicPath']
  export const assetsBuildDirectory: ServerBuild['assetsBuildDirectory']
  export const future: ServerBuild['future']
  export const isSpaMode: ServerBuild['isSpaMode']
}

// The parts of rate-limiter-flexible that we use, each by itself as its README has it: all of it would be
// read at the start.
declare module 'rate-limiter-flexible/lib/RateLimiterMemory.js' {
  export { RateLimiterMemory as default } from 'rate-limiter-flexible'
}
declare module 'rate-limiter-flexible/lib/RateLimiterRes.js' {
  export { RateLimiterRes as default } from 'rate-limiter-flexible'
}
