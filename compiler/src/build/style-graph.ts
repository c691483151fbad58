/** Which stylesheets a bundle's modules import, in the order in which a reader meets them. */
import type { FwConfig } from '@fw/runtime/contract'
import type { Plugin } from 'vite'
import { type AppPaths, findStyles, getClientEntry } from './app-paths.ts'
import { FONT_SHEET } from './fonts.ts'

const STYLESHEET = /\.(?:css|less|sass|scss|styl|stylus|pcss|postcss|sss)(?:$|\?)/
/** Imports of the text or the address alone: nothing of them goes onto the page by itself. */
const AS_VALUE = /[?&](?:raw|url|inline)(?:[&=]|$)/

/** Whether a module is a stylesheet that belongs on the page. */
export function isStylesheet(id: string): boolean {
  return STYLESHEET.test(id) && !AS_VALUE.test(id) && !id.startsWith('\0')
}

/** What one module imports: ids, those that are needed at once before those that come later. */
export type ReadImports = (id: string) => readonly string[]

/** The stylesheets below `roots`, each once, those that a module imports before what is imported after it. */
export function stylesheetsBelow(roots: readonly string[], importsOf: ReadImports): readonly string[] {
  const found = new Set<string>()
  const seen = new Set<string>()
  const visit = (id: string): void => {
    if (seen.has(id)) return
    seen.add(id)
    if (isStylesheet(id)) found.add(id)
    else importsOf(id).forEach(visit)
  }
  roots.forEach(visit)
  return [...found]
}

/** The files whose styles come first, in order: fonts, the app's stylesheet, layouts, pages, the client entry. Absolute. */
export function listStyleRoots(paths: AppPaths, config: FwConfig, routeFiles: readonly string[]): readonly string[] {
  const fonts = (config.fonts ?? []).length === 0 ? [] : [`${paths.generatedDir}/${FONT_SHEET}`]
  const [sheet, entry] = [findStyles(paths), getClientEntry(paths, config)]
  const routes = inStyleOrder(routeFiles).map((file) => `${paths.routesDir}/${file}`)
  return [...fonts, ...(sheet === undefined ? [] : [sheet]), ...routes, ...(entry === undefined ? [] : [entry])]
}

/** Routes in the order of their styles: layouts before what stands in them, outer ones first. */
function inStyleOrder(routeFiles: readonly string[]): readonly string[] {
  const isLayout = (file: string) => /(?:^|\/)_layout\.[jt]sx?$/.test(file)
  const depth = (file: string) => file.split('/').length
  const layouts = routeFiles.filter(isLayout).sort((left, right) => depth(left) - depth(right))
  return [...layouts, ...routeFiles.filter((file) => !isLayout(file))]
}

export interface StyleRecorder {
  readonly plugin: Plugin
  /** Known once the environment has been built. */
  readonly stylesheets: () => readonly string[]
}

/** Reads the stylesheets off the graph of one environment: below `roots` first, then below its entries. */
export function recordStyles(environment: 'client' | 'ssr', roots: () => readonly string[]): StyleRecorder {
  let stylesheets: readonly string[] = []
  const plugin: Plugin = {
    name: `fw:styles-${environment}`,
    applyToEnvironment: ({ name }) => name === environment,
    buildEnd() {
      const listImports: ReadImports = (id) => {
        const info = this.getModuleInfo(id)
        return info === null ? [] : [...info.importedIds, ...info.dynamicallyImportedIds]
      }
      const entries = [...this.getModuleIds()].filter((id) => this.getModuleInfo(id)?.isEntry === true)
      stylesheets = stylesheetsBelow([...roots(), ...entries], listImports)
    },
  }
  return { plugin, stylesheets: () => stylesheets }
}

/** The styles of the browser's own bundle are in the one stylesheet, so its files of them go. */
export function dropClientStyles(): Plugin {
  return {
    name: 'fw:drop-client-styles',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const name of Object.keys(bundle)) if (name.endsWith('.css')) delete bundle[name]
      },
    },
  }
}
