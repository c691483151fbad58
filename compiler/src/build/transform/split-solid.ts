/** Lets a page load only the parts of Solid that its own islands use, not those of every island of the app. */
import { readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { Plugin } from 'vite'
import { join, toSlashes } from '#slash-path.ts'
import { type SplitModule, splitModule } from './split-module.ts'

/** Exports that nearly every island needs, by file: they stay in one chunk. */
const ROOTS: Readonly<Record<string, readonly string[]>> = {
  'dist/solid.js': [
    // Stores need these, and lists would be loaded with them.
    '$PROXY',
    '$TRACK',
    'getListener',
    'batch',
    'createComponent',
    'createEffect',
    'createMemo',
    'createRenderEffect',
    'createRoot',
    'createSignal',
    'enableHydration',
    'getOwner',
    'onCleanup',
    'onMount',
    'sharedConfig',
    'untrack',
  ],
  'store/dist/store.js': ['createStore', 'unwrap'],
  'web/dist/web.js': [
    'addEventListener',
    'className',
    'delegateEvents',
    'getNextElement',
    'getNextMarker',
    'hydrate',
    'insert',
    'memo',
    'render',
    'runHydrationEvents',
    'setAttribute',
    'setProperty',
    'template',
  ],
}

/** Exports of Solid that every page with islands loads. */
export const SOLID_CORE: ReadonlySet<string> = new Set([
  ...(ROOTS['dist/solid.js'] ?? []),
  ...(ROOTS['web/dist/web.js'] ?? []),
  // The name of `createRenderEffect` in `solid-js/web`.
  'effect',
])

/**
 * Code of Solid that its own `hydrate` and its transitions need. The loader replays the events that arrive before hydration, and
 * islands are hydrated without that function (`mount-island.ts`).
 */
const UNUSED: readonly (readonly [code: string, without: string])[] = [
  // A bundler keeps a destructured call, also if nothing reads its result.
  [
    'const [transPending, setTransPending] = /*@__PURE__*/createSignal(false);',
    `const transitionSignal = /*@__PURE__*/createSignal(false);
const transPending = () => transitionSignal[0]();
const setTransPending = (pending) => transitionSignal[1](pending);`,
  ],
  ['if (sharedConfig.events && !sharedConfig.events.queued) {', 'if (false) {'],
  ['if (sharedConfig.registry && sharedConfig.events) {', 'if (false) {'],
  ['if (sharedConfig.completed) sharedConfig.completed.add(node);', ''],
  ['if (sharedConfig.registry && !sharedConfig.done) sharedConfig.done = _$HY.done = true;', ''],
]

const SOLID =
  /[\\/]solid-js[\\/](dist[\\/]solid\.js|(?:web[\\/]dist[\\/]web|store[\\/]dist[\\/]store)\.js)(?:\?fw-part=([\w$]+))?$/
const PART = /\?fw-part=[\w$]+$/

/** For the browser bundle. A Solid release whose files have another form stays unchanged. */
export function splitSolid(): Plugin {
  const known = new Map<string, Promise<SplitModule | undefined>>()
  const split = (file: string, roots: readonly string[]) => {
    const found =
      known.get(file) ??
      readFile(file, 'utf8').then(async (source) => {
        const code = removeUnusedSolid(source)
        // The compiler's entry point imports this file: Vite is loaded only for builds.
        const { parseAst } = await import('vite')
        return splitModule(code, parseAst(code), roots, (part) => `./${basename(file)}?fw-part=${part}`)
      })
    known.set(file, found)
    return found
  }
  return {
    name: 'fw:split-solid',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    resolveId: {
      filter: { id: PART },
      // Parts import each other by relative paths, since source maps contain the import.
      handler: (id, importer = '') => ({ id: join(dirname(importer.replace(PART, '')), id), moduleSideEffects: false }),
    },
    load: {
      filter: { id: SOLID },
      async handler(id) {
        const [, name = '', part] = SOLID.exec(id) ?? []
        const file = id.replace(PART, '')
        const parts = await split(file, ROOTS[toSlashes(name)] ?? [])
        const code = part === undefined ? parts?.facade : parts?.parts.get(part)
        return code === undefined ? undefined : { code, moduleSideEffects: false }
      },
    },
  }
}

/** Returns Solid's code without the parts that islands never use. Code of another form stays unchanged. */
export function removeUnusedSolid(source: string): string {
  return UNUSED.reduce((code, [part, without]) => code.replace(part, without), source)
}
