/**
 * The stylesheet of a build: one hashed file of everything that pages, layouts, components and the client entry import,
 * whether or not their script goes to the browser. One file, so that no page is ever without the styles of the next.
 */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EnvironmentOptions, Rolldown, ViteBuilder } from 'vite'
import type { AppPaths } from './app-paths.ts'

/** Id of the module that imports every stylesheet. */
export const STYLES = 'fw:styles'

/** Stands in the server bundle until the stylesheet is built: it is known what belongs to it when the server is. */
export const STYLES_MARK = '__FW_BUILT_STYLES__'

/** What replaces the mark: options of the server. */
export interface BuiltStyles {
  readonly stylesheets: readonly string[]
  /** The text, where pages hold it themselves. */
  readonly styleText?: string
  /** URLs of the font files that pages preload; absent where there are none. */
  readonly preloadFonts?: readonly string[]
}

/** ESM of `fw:styles`. Exported, since a CSS module whose names nobody reads would be left out. */
export function emitStyles(files: readonly string[]): string {
  return files.map((file, index) => `export * as sheet${index} from ${JSON.stringify(file)}\n`).join('')
}

/** Vite options of the environment that builds the stylesheet, beside what the client environment wrote. */
export function stylesBuildOptions(paths: AppPaths): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      outDir: paths.clientOut,
      emptyOutDir: false,
      copyPublicDir: false,
      cssCodeSplit: false,
      modulePreload: false,
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        input: { styles: STYLES },
        preserveEntrySignatures: 'allow-extension',
        treeshake: false,
        output: {
          entryFileNames: 'assets/[name]-[hash].js',
          assetFileNames: ({ names }) => `assets/${names[0]?.endsWith('.css') ? 'styles' : '[name]'}-[hash][extname]`,
        },
      },
    },
  }
}

/** Vite's note to itself at the end of a sheet. */
const VITE_MARK = /\s*\/\*\$vite\$:\d+\*\/\s*$/

export interface StyleBundle {
  readonly url: string
  readonly text: string
  /** File names, relative to the output. */
  readonly written: readonly string[]
  /** URL of each asset, by the name of the file that it was made of. */
  readonly urls: ReadonlyMap<string, string>
}

/** Builds the stylesheet. Returns its text and the files that were written. */
export async function bundleStyles(builder: ViteBuilder, paths: AppPaths): Promise<StyleBundle | undefined> {
  const environment = builder.environments.styles
  if (environment === undefined) throw new Error('The Vite configuration has no environment for styles.')
  const { output } = (await builder.build(environment)) as Rolldown.RolldownOutput // one output, and no watch mode
  // The script that imports them has nothing to say.
  for (const item of output) if (item.type === 'chunk') await rm(join(paths.clientOut, item.fileName), { force: true })
  const written = output.flatMap((item) => (item.type === 'asset' ? [item.fileName] : []))
  const sheet = written.find((name) => name.endsWith('.css'))
  if (sheet === undefined) return undefined
  const text = await readFile(join(paths.clientOut, sheet), 'utf8')
  const urls = output.flatMap((item) =>
    item.type === 'asset' ? item.names.map((name) => [name, `/${item.fileName}`] as const) : [],
  )
  return { url: `/${sheet}`, text: text.replace(VITE_MARK, ''), written, urls: new Map(urls) }
}

/** Tells the server bundle what was built. Each script with the mark stays as long in lines as its source map says. */
export async function writeStyles(paths: AppPaths, styles: BuiltStyles): Promise<void> {
  const value = JSON.stringify(styles)
  for (const name of await readdir(paths.serverOut, { recursive: true })) {
    if (!name.endsWith('.js')) continue
    const file = join(paths.serverOut, name)
    const text = await readFile(file, 'utf8')
    if (text.includes(STYLES_MARK))
      await writeFile(
        file,
        text.replaceAll(STYLES_MARK, () => value),
      )
  }
}
