/** What an expression of a component can stand for: a signal, a part of a store or of the props, an intent. */
import type { NodePath, types } from '@babel/core'

/** Where data comes from: what a component makes (`signal`, `state` of `createStore`, `resource`), or is given. */
export type DataSource = 'signal' | 'state' | 'resource' | 'store' | 'prop' | 'context' | 'hook' | 'intent'

export type Value =
  /** Data that is read where it is used, as `cart.lines[].qty`. `path` is empty for all of the props. */
  | { readonly kind: 'data'; readonly source: DataSource; readonly path: string }
  /** A function that answers it. */
  | { readonly kind: 'accessor'; readonly of: Value | undefined }
  /** A function that does something: `set:count`, `action:cart.add`, `api:cart.add`, `prop:onChange`. */
  | { readonly kind: 'act'; readonly name: string }
  | { readonly kind: 'intent'; readonly tool: string }
  | { readonly kind: 'actions'; readonly store: string }
  | { readonly kind: 'tuple'; readonly items: readonly (Value | undefined)[] }
  | { readonly kind: 'object'; readonly path: NodePath<types.ObjectExpression> }
  | { readonly kind: 'function'; readonly path: NodePath<types.Function> }

/** The value of `object.key`; members of an object that is written out are left to whoever can read code. */
export function getMember(object: Exclude<Value, { kind: 'object' }>, key: string | number): Value | undefined {
  switch (object.kind) {
    case 'data':
      if (object.source === 'prop' && object.path === '' && isCallbackName(String(key))) return act(`prop:${key}`)
      return data(object.source, joinPath(object.path, key))
    case 'accessor':
      // As `data.loading` of a resource.
      return object.of?.kind === 'data' && object.of.source === 'resource' ? getMember(object.of, key) : undefined
    case 'intent':
      if (key !== 'pending' && key !== 'error') return undefined
      return { kind: 'accessor', of: data('intent', `${object.tool}.${key}`) }
    case 'actions':
      return act(`action:${object.store}.${key}`)
    case 'tuple':
      return object.items[Number(key)]
    default:
      return undefined
  }
}

/** One of a list, whichever: `cart.lines[]`. */
export function getItem(value: Value | undefined): Value | undefined {
  return value?.kind === 'data' ? data(value.source, `${value.path || '*'}[]`) : undefined
}

/** Whether `value.name(…)` is a method of the data, as `trim`, and not a function that somebody put there. */
export function isMethod(value: Value, name: string): boolean {
  if (value.kind !== 'data' || (value.source === 'prop' && value.path === '')) return false
  return METHODS.has(name) || !['prop', 'context', 'hook'].includes(value.source)
}

/** What a method answers, where that is still a part of the data. */
export function answerOfMethod(value: Value, name: string): Value | undefined {
  if (SAME_LIST.has(name)) return value
  return ONE_OF_LIST.has(name) ? getItem(value) : undefined
}

/** Whether a method calls its first argument with items of the list in this place. */
export function takesItemAt(method: string, index: number): boolean {
  if (method === 'reduce' || method === 'reduceRight') return index === 1
  return index === 0 ? METHODS.has(method) : index === 1 && /sort$/i.test(method)
}

export function data(source: DataSource, path: string): Value {
  return { kind: 'data', source, path }
}

export function act(name: string): Value {
  return { kind: 'act', name }
}

/** Names of props and attributes that hold what to call when something happens. */
export function isCallbackName(name: string): boolean {
  return /^on[A-Z]/.test(name)
}

function joinPath(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path || '*'}[${key}]`
  return path === '' ? key : `${path}.${key}`
}

const SAME_LIST = new Set('concat filter reverse slice sort toReversed toSorted toSpliced with'.split(' '))
const ONE_OF_LIST = new Set('at find findLast pop shift'.split(' '))
const METHODS: ReadonlySet<string> = new Set([
  ...SAME_LIST,
  ...ONE_OF_LIST,
  ...'endsWith entries every findIndex findLastIndex flat flatMap forEach includes indexOf join keys map match'.split(
    ' ',
  ),
  ...'padEnd padStart reduce reduceRight repeat replace replaceAll some split startsWith substring'.split(' '),
  ...'toFixed toISOString toLocaleDateString toLocaleString toLocaleTimeString toLowerCase toString'.split(' '),
  ...'toUpperCase trim trimEnd trimStart values'.split(' '),
])
