/** What makes a component interactive, as tables. `createMemo`, `useContext` and the like work in static HTML too. */

/** Exports of Solid whose call means that something changes in the browser. */
const REACTIVE: ReadonlySet<string> = new Set([
  'createComputed',
  'createDeferred',
  'createEffect',
  'createMutable',
  'createReaction',
  'createRenderEffect',
  'createResource',
  'createSelector',
  'createSignal',
  'createStore',
  'onMount',
  'useTransition',
])

const RUNTIME_REACTIVE: ReadonlySet<string> = new Set(['intent', 'useStore'])
/** Modules of Solid. */
export const SOLID = /^solid-js(?:\/|$)/
/** Doors of the framework. */
export const RUNTIME = /^@fw\/runtime(?:\/|$)/
const API_MODULE = /\.api(?:\.[cm]?[jt]s)?$/
const HOOK = /^(?:use|create)[A-Z]/

/** One imported name: where it comes from and what it is called there. */
export interface ImportedName {
  readonly from: string
  /** The local name where it has no other. */
  readonly name: string
  /** `import x from`, or `import * as x from`. */
  readonly whole?: 'default' | 'namespace'
}

/** Whether a call of this import makes the caller interactive, and what to call it in the reason. */
export function reactiveCall(imported: ImportedName): 'call' | 'intent' | 'hook' | undefined {
  if (SOLID.test(imported.from)) return REACTIVE.has(imported.name) ? 'call' : undefined
  if (RUNTIME.test(imported.from)) {
    if (imported.name === 'intent') return 'intent'
    return RUNTIME_REACTIVE.has(imported.name) ? 'call' : undefined
  }
  return isHook(imported) ? 'hook' : undefined
}

/** Whether a function of the app, or of a package, is called like one that keeps state. */
export function isHook({ from, name }: ImportedName): boolean {
  return HOOK.test(name) && !API_MODULE.test(from)
}

/** Whether this is where apis come from. */
export function isApiImport(from: string): boolean {
  return API_MODULE.test(from)
}

/** Whether this import is the runtime's `island()`. */
export function isIslandImport(imported: ImportedName | undefined): boolean {
  return imported !== undefined && imported.name === 'island' && RUNTIME.test(imported.from)
}

/** Components of the runtime that need script wherever they stand. */
const RUNTIME_COMPONENTS: ReadonlySet<string> = new Set(['Copilot'])

/** Whether a component that is used makes an island of the one that uses it. */
export function isLiveComponent(imported: ImportedName | undefined): boolean {
  return imported !== undefined && RUNTIME.test(imported.from) && RUNTIME_COMPONENTS.has(imported.name)
}

/** Whether an attribute of a host element needs script: an event, a ref, a directive or a two-way binding. */
export function isInteractiveAttribute(name: string): boolean {
  return /^(?:on[A-Za-z:]|oncapture:)/.test(name) || name === 'ref' || /^(?:use|bind):/.test(name)
}

/** The word for an interactive attribute in a reason. */
export function attributeReason(name: string): string {
  return name.startsWith('on') ? `event ${name}` : name
}
