/** Finds the stylesheets that a bundle's modules import, in source order. */
import type { FwConfig } from '@fw/runtime/contract'
import type { Plugin } from 'vite'
import { type AppPaths, findStyles, getClientEntry } from '../app-paths.ts'
import { FONT_SHEET } from '../assets/fonts.ts'

export const STYLESHEET = /\.(?:css|less|sass|scss|styl|stylus|pcss|postcss|sss)(?:$|\?)/
/** Imports of only the content or the URL: they add no styles to the page. */
const AS_VALUE = /[?&](?:raw|url|inline)(?:[&=]|$)/

/** Returns whether a module is a stylesheet of the page, also one that a plugin creates without a file. */
export function isStylesheet(id: string): boolean {
  return STYLESHEET.test(id) && !AS_VALUE.test(id) && !/^\0(?:fw|vite)[:/]/.test(id)
}

/** Returns the ids that a module imports, static imports before dynamic ones. */
type ReadImports = (id: string) => readonly string[]

/** Returns the stylesheets below `roots`, each once, in import order. */
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

/**
 * Returns the files whose styles come before all others, in order: fonts, the app's stylesheet, layouts, pages, the
 * client entry. Absolute.
 */
export function listStyleRoots(paths: AppPaths, config: FwConfig, routeFiles: readonly string[]): readonly string[] {
  const fonts = (config.fonts ?? []).length === 0 ? [] : [`${paths.generatedDir}/${FONT_SHEET}`]
  const [sheet, entry] = [findStyles(paths), getClientEntry(paths, config)]
  const routes = inStyleOrder(routeFiles).map((file) => `${paths.routesDir}/${file}`)
  return [...fonts, ...(sheet === undefined ? [] : [sheet]), ...routes, ...(entry === undefined ? [] : [entry])]
}

/** Orders routes by their styles: layouts before their content, outer layouts first. */
function inStyleOrder(routeFiles: readonly string[]): readonly string[] {
  const isLayout = (file: string) => /(?:^|\/)_layout\.[jt]sx?$/.test(file)
  const depth = (file: string) => file.split('/').length
  const layouts = routeFiles.filter(isLayout).sort((left, right) => depth(left) - depth(right))
  return [...layouts, ...routeFiles.filter((file) => !isLayout(file))]
}

interface StyleRecorder {
  readonly plugin: Plugin
  /** Available once the environment has been built. */
  readonly stylesheets: () => readonly string[]
}

/** Records the stylesheets in the graph of one environment: first those below `roots`, then those below its entries. */
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

/** Removes the browser bundle's own stylesheets, since all styles are in the one stylesheet. */
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
