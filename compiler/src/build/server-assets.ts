/**
 * Assets that only server code imports, such as `import url from './photo.jpg'` in a page: browsers request them too.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Plugin } from 'vite'
import { join } from '#slash-path.ts'
import type { AppPaths } from './app-paths.ts'

export interface ServerAssets {
  readonly plugin: Plugin
  /** Writes them beside the browser's own assets, with the same naming. Returns their names, relative to the output. */
  write(paths: AppPaths): Promise<readonly string[]>
}

/** Collects the assets before Vite removes them from the server bundle. Stylesheets are handled separately. */
export function serverAssets(): ServerAssets {
  const found = new Map<string, string | Uint8Array>()
  const plugin: Plugin = {
    name: 'fw:server-assets',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        for (const item of Object.values(bundle))
          if (item.type === 'asset' && !/\.(?:css|map)$/.test(item.fileName)) found.set(item.fileName, item.source)
      },
    },
  }
  return {
    plugin,
    async write({ clientOut }) {
      for (const [name, source] of found) {
        await mkdir(dirname(join(clientOut, name)), { recursive: true })
        await writeFile(join(clientOut, name), source)
      }
      return [...found.keys()]
    },
  }
}
