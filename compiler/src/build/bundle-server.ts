/**
 * The server half of a build: one `dist/server/index.js` with runtime, Solid and app; only native packages stay
 * external.
 */
import type { FwConfig } from '@fw/runtime/contract'
import type { EnvironmentOptions, ViteBuilder } from 'vite'
import type { AppPaths } from './app-paths.ts'
import { notablePackages } from './externals.ts'
import type { BuildTarget } from './targets/build-target.ts'
import { TARGET_ENTRY } from './targets/find-target.ts'
import { CONDITIONS } from './vite/vite-config.ts'

/** Id of the module that becomes `dist/server/index.js`. */
export const SERVER_BUNDLE = 'fw:server-bundle'

/**
 * Emits the server's entry. The bundle can create and serve an app, so that starting it needs no other file of the
 * framework.
 */
export function emitServerBundle(overrides: FwConfig): string {
  return [
    "import { createApp as create } from 'fw:server'",
    "export { createNodeListener, createUpgradeListener, serve } from '@fw/runtime/host'",
    `const overrides = ${JSON.stringify(overrides)}`,
    'const over = (wiring) => (app) =>',
    "  ({ ...overrides, ...(typeof wiring === 'function' ? wiring({ ...app, ...overrides }) : wiring) })",
    'export const createApp = (wiring, defaults) => create(over(wiring), defaults)',
    '',
  ].join('\n')
}

/** Returns the Vite options of the server environment in a build. A target has an entry of its own. */
export function serverBuildOptions(paths: AppPaths, target?: BuildTarget): EnvironmentOptions {
  const options = nodeBuildOptions(paths, target === undefined ? {} : { [target.name]: TARGET_ENTRY })
  return target?.adaptOptions?.(options, paths) ?? options
}

function nodeBuildOptions(paths: AppPaths, entry: Readonly<Record<string, string>>): EnvironmentOptions {
  return {
    consumer: 'server',
    keepProcessEnv: true,
    resolve: {
      noExternal: true,
      external: [...notablePackages(paths.root).native],
      conditions: [...CONDITIONS.server],
    },
    build: {
      outDir: paths.serverOut,
      emptyOutDir: true,
      copyPublicDir: false,
      target: 'node20',
      minify: false,
      sourcemap: 'hidden',
      emitAssets: false,
      // Assets have the same URLs as in the browser's bundle, so that hydration finds the same attributes.
      assetsInlineLimit: 0,
      rolldownOptions: {
        // Paths in comments are relative to it: the same app gives the same bytes in every folder.
        cwd: paths.root,
        checks: { bundlerTimings: false, ineffectiveDynamicImport: false, moduleLevelDirective: false },
        input: { index: SERVER_BUNDLE, ...entry },
        output: {
          format: 'es',
          // Fewer bytes to parse at start.
          comments: { legal: true, annotation: false, jsdoc: false },
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
        },
      },
    },
  }
}

/** Builds the server bundle. */
export async function bundleServer(builder: ViteBuilder): Promise<void> {
  const environment = builder.environments.ssr
  if (environment === undefined) throw new Error('The Vite configuration has no server environment.')
  await builder.build(environment)
}
