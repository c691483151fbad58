/**
 * The options of Vite that an app may set, and what to write in place of the others: the framework sets those itself. Loads
 * no Vite.
 */
import { type ConfigProblem, isRecord, nearestName } from '@fw/runtime/contract'

/** Vite's configuration file of an app; the first existing one is used, as by Vite. */
export const VITE_CONFIG_FILE = /^vite\.config\.[cm]?[jt]s$/

const ENVIRONMENT: Shape = { resolve: true, define: true, optimizeDeps: true }

/** The options that an app may set; `true`: with every value that Vite accepts. */
const OPTIONS: Shape = {
  plugins: true,
  ...ENVIRONMENT,
  css: true,
  json: true,
  assetsInclude: true,
  build: { target: true, cssTarget: true, minify: true, cssMinify: true, dynamicImportVarsOptions: true },
  worker: { plugins: true, format: true },
  server: { fs: { allow: true }, watch: true },
  environments: { client: ENVIRONMENT, ssr: ENVIRONMENT },
}

interface Shape {
  readonly [option: string]: true | Shape
}

const NO_HTML = 'The app has no HTML file: a page or a layout renders it, and meta adds to its head.'
const MAPS = 'Source maps are always written and never served.'
const DEV_FLAG = 'It is a flag of fw dev'

/** Options of Vite that the framework sets, by path: what to do instead. Those of a group have the group's advice. */
const INSTEAD: Readonly<Record<string, string>> = {
  root: 'The root is the folder of fw.config.ts: run fw there.',
  base: 'The app is served from the root of its origin.',
  mode: 'fw build always builds for production, and fw dev for development.',
  publicDir: 'Files in public/ are served unchanged.',
  cacheDir: 'Caches are in .fw/cache.',
  tsconfig: 'The tsconfig.json beside fw.config.ts is used.',
  input: 'The entries are the pages, the islands and clientEntry.',
  html: NO_HTML,
  esbuild: 'The framework compiles the JSX and the types of the app.',
  oxc: 'The framework compiles the JSX and the types of the app.',
  builder: 'fw build builds the browser files, the server and the stylesheet in this order.',
  preview: 'Use fw start.',
  experimental: 'They may change with any release of Vite.',
  future: 'The framework decides when it follows changes of Vite.',
  legacy: 'The framework decides when it follows changes of Vite.',
  devtools: 'Use fw build --analyze.',
  logLevel: 'fw prints the warnings and errors of Vite.',
  customLogger: 'fw prints the warnings and errors of Vite.',
  clearScreen: 'fw never clears the screen.',
  envDir: 'fw reads .env beside fw.config.ts. Use define for constants of browser code.',
  envPrefix: 'Use define for constants of browser code.',
  keepProcessEnv: 'The server reads process.env at run time, and browser code has none.',
  consumer: 'client is for browsers, and ssr is for the server.',
  dev: 'fw dev sets it.',
  isBundled: 'fw dev sets it.',
  appType: 'The app is always served by the server of the framework.',
  ssr: 'Write environments: { ssr: { resolve: { noExternal: […] } } }. fw build always bundles all packages without native code.',
  build: 'fw build sets it.',
  'build.outDir': 'fw build writes dist/client and dist/server.',
  'build.assetsDir': 'fw build writes dist/client/assets.',
  'build.rollupOptions':
    'The entries are the pages, the islands and clientEntry, and the framework splits the chunks. Write a plugin for other changes.',
  'build.rolldownOptions':
    'The entries are the pages, the islands and clientEntry, and the framework splits the chunks. Write a plugin for other changes.',
  'build.sourcemap': MAPS,
  'build.ssr': 'fw build always builds the server.',
  'build.lib': 'fw build builds an app. Use "vite build" for a library.',
  'build.cssCodeSplit': 'An app has one stylesheet.',
  'build.assetsInlineLimit': 'Assets have the same URL on both sides. Import one with ?inline.',
  'build.manifest': 'See .fw/analyze.json of fw build --analyze.',
  'build.modulePreload': 'Pages preload their own islands.',
  server: 'fw dev sets it.',
  'server.port': `${DEV_FLAG}: fw dev --port 4000. PORT sets it for fw start too.`,
  'server.strictPort': `${DEV_FLAG}: fw dev --port 4000 never uses another port.`,
  'server.host': `${DEV_FLAG}: fw dev --host 0.0.0.0.`,
  'server.https': `${DEV_FLAG}: fw dev --https.`,
  'server.open': `${DEV_FLAG}: fw dev --open.`,
  'server.allowedHosts': 'Write allowedHosts in fw.config.ts.',
  'server.proxy': 'Forward the requests in src/middleware.ts.',
  'server.headers': 'Set the headers in src/middleware.ts.',
  'server.cors': 'fw dev has no CORS, so that no other site reads its sources.',
  'server.fs': 'fw dev serves only what browser code imports. fs.allow adds folders.',
  worker: 'The framework bundles workers.',
  'environments.client': 'Write it beside environments: it then applies to both sides.',
  'environments.ssr': 'Write it beside environments: it then applies to both sides.',
  environments: 'An app has the environments client, for browsers, and ssr, for the server.',
}

/**
 * Returns the options that an app may not set. `prefix` is the path of the options in messages. An unknown name is only a
 * problem in `fw.config.ts`: a `vite.config.ts` also has options of other tools, such as `test`, which Vite ignores too.
 */
export function findViteProblems(options: unknown, prefix: 'vite' | ''): readonly ConfigProblem[] {
  const found: ConfigProblem[] = []
  const visit = (value: object, shape: Shape, path: string): void => {
    for (const [name, option] of Object.entries(value)) {
      const key = path === '' ? name : `${path}.${name}`
      const known = Object.hasOwn(shape, name) ? shape[name] : undefined
      const label = prefix === '' ? key : `${prefix}.${key}`
      if (known === true || option === undefined) continue
      if (known !== undefined) {
        if (isRecord(option)) visit(option, known, key)
        else found.push({ path: label, message: `${label} must be an object.` })
        continue
      }
      const advice = INSTEAD[key] ?? INSTEAD[path]
      const isOption = Object.hasOwn(INSTEAD, key) || (path !== '' && advice !== undefined)
      if (isOption) found.push({ path: label, message: `${label} can't be set: the framework sets it. ${advice}` })
      else if (prefix !== '') found.push({ path: label, message: describeUnknown(name, label, Object.keys(shape)) })
    }
  }
  if (isRecord(options)) visit(options, OPTIONS, '')
  return found
}

function describeUnknown(name: string, label: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  const advice = nearest === undefined ? `The options are ${known.join(', ')}.` : `Did you mean ${nearest}?`
  return `${label} isn't an option of Vite that an app may set. ${advice}`
}
