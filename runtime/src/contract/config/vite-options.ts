/**
 * The field `vite` of `fw.config.ts`. Its values have Vite's own types, which this package doesn't import: they would be
 * loaded with every file of an app.
 */

/** Options that Vite applies to one side of the app. */
interface ViteEnvironmentOptions {
  /** Vite's `resolve`, such as `{ alias, conditions, noExternal }`. */
  resolve?: object
  /** Constants that replace identifiers. */
  define?: object
  /** Packages that `fw dev` bundles before it serves them. */
  optimizeDeps?: object
}

/**
 * Options of Vite that an app may set, and `resolve`, `define` and `optimizeDeps` for both sides. Each has the meaning and the type
 * that Vite documents. The guide "Vite plugins and options" describes what they apply to.
 */
export interface ViteOptions extends ViteEnvironmentOptions {
  /** Plugins for both sides. A plugin for one side has `applyToEnvironment: ({ name }) => name === 'client'`, or `'ssr'`. */
  plugins?: readonly unknown[]
  /** Preprocessors, PostCSS, CSS modules, Lightning CSS. */
  css?: object
  /** How JSON is imported. */
  json?: object
  /** Further files that are imported as a URL. */
  assetsInclude?: unknown
  /** Options for the files of browsers: `target`, `cssTarget`, `minify`, `cssMinify`, `dynamicImportVarsOptions`. */
  build?: object
  /** `plugins` (a function) and `format` of the app's workers. The plugins also apply to the service worker. */
  worker?: object
  /** `fs.allow` and `watch` of `fw dev`. */
  server?: object
  /** Options for one side only: `client` for browsers, `ssr` for the server. */
  environments?: { client?: ViteEnvironmentOptions; ssr?: ViteEnvironmentOptions }
}
