import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { contentType, packTightly, worthPacking } from './app/server/front/encodings'
import { guestManifestUrl, guestRoutes } from './app/server/front/guest-routes'
import remixOptions from './remix.config.js'
import { clientChunks } from './scripts/client-chunks'
import { clientPackages, noJsonSchema, noRouteDiscovery, timeZonesIfCalled } from './scripts/client-packages'
import { NATIVE_PACKAGES } from './scripts/native-packages'

const folder = (name: string) => join(import.meta.dirname, name)

export default defineConfig({
  plugins: [
    tailwindcss(),
    remix(remixOptions),
    clientChunks(),
    noJsonSchema(),
    noRouteDiscovery(),
    timeZonesIfCalled(),
    ownServerBesideRemix(),
  ],
  resolve: {
    alias: [
      { find: /^#app(?=\/)/, replacement: folder('app') },
      { find: /^#db(?=\/)/, replacement: folder('db') },
    ],
  },
  build: { target: 'es2022', assetsInlineLimit: 0 },
  server: { watch: { ignored: ['**/data/**'] } },
  optimizeDeps: { include: clientPackages(folder('app')), noDiscovery: true },
})

/**
 * The server's packages are built into it: opening their two thousand files
 * was half of the time of a start. Those with machine code stay outside.
 */
const withPackages: UserConfig = {
  ssr: { noExternal: true, external: NATIVE_PACKAGES },
  // Of React and its kind, what is for production.
  define: { 'process.env.NODE_ENV': '"production"' },
  // Remix brings them for a Node without fetch, and asks for them only there.
  build: {
    commonjsOptions: { ignore: ['undici', '@remix-run/web-fetch'] },
    minify: 'esbuild',
  },
  // V8 holds the source that it runs: as one byte a letter, which one longer dash would double, and without
  // indentation. Names stay, for the log's stacks.
  esbuild: { charset: 'ascii', minifyWhitespace: true, minifySyntax: false, minifyIdentifiers: false },
}

/**
 * Builds build/server/start.js (the process that `npm start` runs) beside build/server/index.js
 * (the plain Remix build, which remix-serve can also run). Both share their chunks, so there is one
 * database connection. Beside them staff.js, backup.js and restore.js, for who is at the machine.
 */
function ownServerBesideRemix(): Plugin {
  let isServerBuild = false
  return {
    name: 'own-server-beside-remix',
    apply: 'build',
    config: (_, { isSsrBuild }) => {
      isServerBuild = Boolean(isSsrBuild)
      return isServerBuild ? withPackages : null
    },
    options: (options) =>
      isServerBuild
        ? {
            ...options,
            input: {
              index: 'virtual:remix/server-build',
              start: 'app/server/start.ts',
              migrate: 'app/server/migrate.ts',
              staff: 'app/server/staff.ts',
              backup: 'app/server/backup.ts',
              restore: 'app/server/restore.ts',
            },
          }
        : null,
    outputOptions: (options) => (isServerBuild ? { ...options, entryFileNames: '[name].js' } : null),
    closeBundle: {
      order: 'post',
      sequential: true,
      // The server build comes second and hands its own assets to the client's folder: then all are there.
      handler: async () => {
        if (!isServerBuild) return
        await writeGuestManifest(folder('build/client/assets'))
        await packFiles(folder('build/client'))
      },
    },
  }
}

const MANIFEST = /^window\.__remixManifest=(.*);$/s

/** Writes the routes of a guest's browser beside those of all, in Remix's own form. */
async function writeGuestManifest(assets: string) {
  const [name, ...others] = readdirSync(assets).filter((file) => /^manifest-[0-9a-f]{8}\.js$/.test(file))
  if (!name || others.length > 0) throw new Error('Remix no longer writes one list of routes')
  const [, json] = MANIFEST.exec(await readFile(join(assets, name), 'utf8')) ?? []
  if (!json) throw new Error('Remix no longer writes its list of routes as one assignment')
  const manifest = JSON.parse(json)
  const guests = JSON.stringify({ ...manifest, routes: guestRoutes(manifest.routes) })
  await writeFile(join(assets, guestManifestUrl(`/${name}`)), `window.__remixManifest=${guests};`)
}

/** Packs each file once, as tightly as it goes, beside the original. */
async function packFiles(clientFolder: string) {
  const files = readdirSync(clientFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file)
      if (!worthPacking(contentType(file), content.length)) return
      await writeFile(`${file}.br`, await packTightly.br(content))
      await writeFile(`${file}.gz`, await packTightly.gzip(content))
    }),
  )
}
