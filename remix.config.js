/**
 * The Remix options; vite.config.ts hands them to the plugin. Lazy route discovery stays off: decisions/001.
 */
export default {
  appDirectory: 'app',
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_routeConfig: true,
    v3_lazyRouteDiscovery: false,
    unstable_optimizeDeps: false,
  },
}
