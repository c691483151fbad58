/**
 * Tables of names that make a component interactive. `createMemo`, `useContext` and similar functions work in static
 * HTML too.
 */

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

const RUNTIME_REACTIVE: ReadonlySet<string> = new Set(['intent', 'live', 'useStore'])
/** Modules of Solid. */
export const SOLID = /^solid-js(?:\/|$)/
/** Modules of the framework. */
export const RUNTIME = /^@fw\/runtime(?:\/|$)/
const API_MODULE = /\.api(?:\.[cm]?[jt]s)?$/
const HOOK = /^(?:use|create)[A-Z]/

/** One imported name: its module and its name there. */
export interface ImportedName {
  readonly from: string
  /** The local name for a default or namespace import. */
  readonly name: string
  /** `import x from`, or `import * as x from`. */
  readonly whole?: 'default' | 'namespace'
}

/** Returns the kind of call, for its reason, if calling this import makes the caller interactive. */
export function reactiveCall(imported: ImportedName): 'call' | 'intent' | 'hook' | undefined {
  if (SOLID.test(imported.from)) return REACTIVE.has(imported.name) ? 'call' : undefined
  if (RUNTIME.test(imported.from)) {
    if (imported.name === 'intent') return 'intent'
    return RUNTIME_REACTIVE.has(imported.name) ? 'call' : undefined
  }
  return isHook(imported) ? 'hook' : undefined
}

/** Returns whether a function of the app, or of a package, is named like a hook, which keeps state. */
export function isHook({ from, name }: ImportedName): boolean {
  return HOOK.test(name) && !API_MODULE.test(from)
}

/** Returns whether this is an api module. */
export function isApiImport(from: string): boolean {
  return API_MODULE.test(from)
}

/** Whether this import is the runtime's `island()`. */
export function isIslandImport(imported: ImportedName | undefined): boolean {
  return imported !== undefined && imported.name === 'island' && RUNTIME.test(imported.from)
}

/** Components of the runtime that always need a script. */
const RUNTIME_COMPONENTS: ReadonlySet<string> = new Set(['Copilot'])

/** Returns whether using a component makes the user component an island. */
export function isLiveComponent(imported: ImportedName | undefined): boolean {
  return imported !== undefined && RUNTIME.test(imported.from) && RUNTIME_COMPONENTS.has(imported.name)
}

/** Returns whether an attribute of a host element needs a script: an event, a ref, a directive or a two-way binding. */
export function isInteractiveAttribute(name: string): boolean {
  return /^(?:on[A-Za-z:]|oncapture:)/.test(name) || name === 'ref' || /^(?:use|bind):/.test(name)
}

/** Returns whether an attribute of a component is an event, whose handler the component calls in the browser. */
export function isComponentEvent(name: string): boolean {
  return /^on[A-Z]/.test(name)
}

/** Returns the text for an interactive attribute in a reason. */
export function attributeReason(name: string): string {
  return name.startsWith('on') ? `event ${name}` : name
}
