/**
 * The signals and stores of components over an edit, in `fw dev`. The compiler passes each through `keepState`; when an
 * island is made anew, a component at the same place of it gets its own back: the signals themselves and not only what they
 * hold, so that a timer or a call that is under way still reaches the page. No build has any of this.
 */
import { getOwner, type Owner, onCleanup, runWithOwner, untrack } from 'solid-js'

/** One component that is shown now. */
interface Instance {
  /** Of its function. */
  readonly name: string
  /** What it keeps, as the compiler read it; another one begins anew. */
  signature: string
  readonly states: State[]
  readonly children: Instance[]
  /** Undefined for the island itself. */
  readonly owner: DevOwner | undefined
  /** What stood here before, while an island is made anew. */
  before: Former | undefined
}

interface State {
  readonly key: string
  readonly value: unknown
  /** What it began with; undefined where that says nothing. */
  readonly initial: unknown
}

/** An instance of an island that has ended. */
export interface Former extends Pick<Instance, 'name' | 'signature'> {
  readonly states: State[]
  readonly children: Former[]
}

/** As Solid's development build makes them. */
interface DevOwner extends Owner {
  /** What the component made. */
  readonly value?: unknown
  readonly component?: { readonly name: string }
}

const instances = new WeakMap<Owner, Instance>()
const ofModules = new Map<string, State>()

/** What is being made anew, until it is there. */
let rebuilding: { isAfresh: boolean; readonly made: Instance[] } | undefined

/**
 * What `createSignal()` and its like returned, or what stood in its place before the edit. `key` says which it is and how it
 * begins; `hasPlainStart`: what it begins with is no call, so that another value says that the author wants that one.
 */
export function keepState<Value>(value: Value, key: string, hasPlainStart: boolean): Value {
  const instance = instanceOf(getOwner())
  if (instance === undefined) return value
  const state = { key, value, initial: hasPlainStart ? readStart(value) : undefined }
  const { before } = instance
  const index = before?.states.findIndex((other) => other.key === key) ?? -1
  const [found] = index === -1 ? [] : (before?.states.splice(index, 1) ?? [])
  const kept = found !== undefined && Object.is(found.initial, state.initial) ? { ...state, value: found.value } : state
  if (kept === state && before && rebuilding) rebuilding.isAfresh = true
  instance.states.push(kept)
  return kept.value as Value // the same call made it
}

/** The same for state that belongs to a module. `key` names its file too. */
export function keepModuleState<Value>(value: Value, key: string, hasPlainStart: boolean): Value {
  const state = { key, value, initial: hasPlainStart ? readStart(value) : undefined }
  const found = ofModules.get(key)
  if (found !== undefined && Object.is(found.initial, state.initial)) return found.value as Value // the same call made it
  ofModules.set(key, state)
  return value
}

/** A component begins. `signature` is that of all that it keeps: where it is another than before, nothing of it is kept. */
export function beginComponent(signature: string): void {
  const instance = instanceOf(getOwner())
  if (instance === undefined) return
  instance.signature = signature
  if (instance.before === undefined || instance.before.signature === signature) return
  instance.before.states.length = 0
}

/** An island begins under `root`. */
export function beginIsland(root: Owner, name: string, before: Former | undefined): void {
  const instance: Instance = { name, signature: '', states: [], children: [], owner: undefined, before }
  instances.set(root, instance)
  rebuilding?.made.push(instance)
}

/** Runs `build`, and answers whether a component that was there before begins with state that is new. Afterwards what was there before is forgotten. */
export function rebuild(build: () => void): boolean {
  const outer = rebuilding
  const current: NonNullable<typeof rebuilding> = { isAfresh: false, made: [] }
  rebuilding = current
  try {
    build()
    return current.isAfresh
  } finally {
    rebuilding = outer
    // What is shown later, as a panel that was closed, is none of what was shown then.
    for (const instance of current.made) instance.before = undefined
  }
}

/** What the island under `root` keeps, for the next one in its place. Ask before it is disposed. */
export function readFormer(root: Owner): Former | undefined {
  const instance = instances.get(root)
  return instance && toFormer(instance)
}

function toFormer({ name, signature, states, children }: Instance): Former {
  return { name, signature, states: [...states], children: inPageOrder(children).map(toFormer) }
}

/** One for each attempt: what is taken out of it is gone. */
export function copyFormer({ states, children, ...own }: Former): Former {
  return { ...own, states: [...states], children: children.map(copyFormer) }
}

/** The rows of a list are made again in the order in which they are shown, which may be another than that of their making. */
function inPageOrder(children: readonly Instance[]): readonly Instance[] {
  const nodes = new Map(children.map((child) => [child, firstNode(child.owner?.value)]))
  return children.toSorted((one, other) => {
    const [first, second] = [nodes.get(one), nodes.get(other)]
    if (!first?.isConnected || !second?.isConnected || first === second) return 0
    return first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
  })
}

function firstNode(value: unknown): Node | undefined {
  if (value instanceof Node) return value
  return Array.isArray(value) ? value.map(firstNode).find(Boolean) : undefined
}

/** The component around `owner`; undefined outside of islands. */
function instanceOf(owner: DevOwner | null): Instance | undefined {
  if (owner === null) return undefined
  const known = instances.get(owner)
  if (known !== undefined) return known
  const parent = instanceOf(owner.owner)
  if (parent === undefined || owner.component === undefined) return parent
  const { name } = owner.component
  const index = parent.before?.children.findIndex((other) => other.name === name) ?? -1
  const [before] = index === -1 ? [] : (parent.before?.children.splice(index, 1) ?? [])
  const instance: Instance = { name, signature: '', states: [], children: [], owner, before }
  instances.set(owner, instance)
  rebuilding?.made.push(instance)
  parent.children.push(instance)
  runWithOwner(owner, () => onCleanup(() => parent.children.splice(parent.children.indexOf(instance), 1)))
  return instance
}

/** Of a pair, what its getter says; objects are not compared. */
function readStart(value: unknown): unknown {
  const [get] = Array.isArray(value) ? value : []
  const start: unknown = typeof get === 'function' ? untrack(() => get()) : undefined
  return typeof start === 'object' || typeof start === 'function' ? undefined : start
}
