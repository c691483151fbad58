/** The possible values of an expression in a component: a signal, a part of a store or of the props, an intent. */
import type { NodePath, types } from '@babel/core'

/** Source of data: created in the component (`signal`, `state` of `createStore`, `resource`), or passed to it. */
type DataSource = 'signal' | 'state' | 'resource' | 'store' | 'prop' | 'context' | 'hook' | 'intent'

export type Value =
  /** Data that is read where it is used, such as `cart.lines[].qty`. `path` is empty for all of the props. */
  | { readonly kind: 'data'; readonly source: DataSource; readonly path: string }
  /** A function that returns it. */
  | { readonly kind: 'accessor'; readonly of: Value | undefined }
  /** A function with an effect: `set:count`, `action:cart.add`, `api:cart.add`, `prop:onChange`. */
  | { readonly kind: 'act'; readonly name: string }
  | { readonly kind: 'intent'; readonly tool: string }
  | { readonly kind: 'actions'; readonly store: string }
  | { readonly kind: 'tuple'; readonly items: readonly (Value | undefined)[] }
  | { readonly kind: 'object'; readonly path: NodePath<types.ObjectExpression> }
  | { readonly kind: 'function'; readonly path: NodePath<types.Function> }

/** Returns the value of `object.key`. Members of object literals are resolved by the caller, which can read code. */
export function getMember(object: Exclude<Value, { kind: 'object' }>, key: string | number): Value | undefined {
  switch (object.kind) {
    case 'data':
      if (object.source === 'prop' && object.path === '' && isCallbackName(String(key))) return act(`prop:${key}`)
      return data(object.source, joinPath(object.path, key))
    case 'accessor':
      // Such as `data.loading` of a resource.
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

/** Returns an item of a list, without its index: `cart.lines[]`. */
export function getItem(value: Value | undefined): Value | undefined {
  return value?.kind === 'data' ? data(value.source, `${value.path || '*'}[]`) : undefined
}

/** Returns whether `value.name(…)` is a method of the data, such as `trim`, and not a function stored in it. */
export function isMethod(value: Value, name: string): boolean {
  if (value.kind !== 'data' || (value.source === 'prop' && value.path === '')) return false
  return METHODS.has(name) || !['prop', 'context', 'hook'].includes(value.source)
}

/** Returns the result of a method, if that is still a part of the data. */
export function getMethodResult(value: Value, name: string): Value | undefined {
  if (SAME_LIST.has(name)) return value
  return ONE_OF_LIST.has(name) ? getItem(value) : undefined
}

/** Returns whether a method passes items of the list to its callback's parameter at this index. */
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

/** Matches names of props and attributes that contain callbacks. */
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
