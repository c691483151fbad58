/**
 * The stylesheet of a build: one hashed file with the styles that pages, layouts, components and the client entry
 * import, whether or not their script is sent to the browser. Since it is one file, client-side navigation never shows
 * a page without its styles.
 */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { EnvironmentOptions, Rolldown, ViteBuilder } from 'vite'
import { join } from '#slash-path.ts'
import type { AppPaths } from './app-paths.ts'

/** Id of the module that imports every stylesheet. */
export const STYLES = 'fw:styles'

/**
 * Placeholder in the server bundle until the stylesheet is built: its content is known only after the server is built.
 */
export const STYLES_MARK = '__FW_BUILT_STYLES__'

/** Server options that replace the placeholder. */
interface BuiltStyles {
  readonly stylesheets: readonly string[]
  /** Content of the stylesheet, if pages inline it. */
  readonly styleText?: string
  /** URLs of the font files that pages preload; absent without such files. */
  readonly preloadFonts?: readonly string[]
}

/** Emits the ESM of `fw:styles`. It exports the sheets, since CSS modules whose names are unused would be removed. */
export function emitStyles(files: readonly string[]): string {
  return files.map((file, index) => `export * as sheet${index} from ${JSON.stringify(file)}\n`).join('')
}

/** Returns the Vite options of the environment that builds the stylesheet, in the folder of the client environment. */
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
        checks: { bundlerTimings: false, moduleLevelDirective: false },
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

/** Vite's own marker at the end of a stylesheet. */
const VITE_MARK = /\s*\/\*\$vite\$:\d+\*\/\s*$/

interface StyleBundle {
  readonly url: string
  readonly text: string
  /** File names, relative to the output. */
  readonly written: readonly string[]
  /** URL of each asset, by the name of its source file. */
  readonly urls: ReadonlyMap<string, string>
}

/** Builds the stylesheet. Returns its content and the written files, or `undefined` if the app has no styles. */
export async function bundleStyles(builder: ViteBuilder, paths: AppPaths): Promise<StyleBundle | undefined> {
  const environment = builder.environments.styles
  if (environment === undefined) throw new Error('The Vite configuration has no environment for styles.')
  const { output } = (await builder.build(environment)) as Rolldown.RolldownOutput // one output, and no watch mode
  // The script that imports the stylesheets has no content.
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

/**
 * Replaces the placeholder in the server bundle. The number of lines stays the same, so that source maps stay valid.
 */
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
