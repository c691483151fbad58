/**
 * Preserves signals and stores of components across edits in `fw dev`. The compiler passes each through `keepState`.
 * When an island is recreated, a component at the same position gets the same signals, not only their values, so that a
 * running timer or call still updates the page. Never part of a build.
 */
import { getOwner, type Owner, onCleanup, runWithOwner, untrack } from 'solid-js'

/** A mounted component. */
interface Instance {
  /** Name of the component's function. */
  readonly name: string
  /** Signature of its state, from the compiler. State isn't preserved if the signature changes. */
  signature: string
  readonly states: State[]
  readonly children: Instance[]
  /** Undefined for the island itself. */
  readonly owner: DevOwner | undefined
  /** The previous component at this position, while an island is recreated. */
  before: Former | undefined
}

interface State {
  readonly key: string
  readonly value: unknown
  /** The initial value; undefined if it isn't comparable. */
  readonly initial: unknown
}

/** An instance of a disposed island. */
export interface Former extends Pick<Instance, 'name' | 'signature'> {
  readonly states: State[]
  readonly children: Former[]
}

/** An owner in Solid's development build. */
interface DevOwner extends Owner {
  /** The component's result. */
  readonly value?: unknown
  readonly component?: { readonly name: string }
}

const instances = new WeakMap<Owner, Instance>()
const moduleStates = new Map<string, State>()

/** The running call of `rebuild`. */
let rebuilding: { hasNewState: boolean; readonly created: Instance[] } | undefined

/**
 * Returns the signal or store from before the edit, or `value`, the new one. `key` contains its name and the code of
 * its initial value. `hasPlainStart`: the initial value isn't a call, so if it differs, the developer has changed it
 * and `value` is returned.
 */
export function keepState<Value>(value: Value, key: string, hasPlainStart: boolean): Value {
  const instance = findInstance(getOwner())
  if (instance === undefined) return value
  const state = { key, value, initial: hasPlainStart ? readStart(value) : undefined }
  const { before } = instance
  const index = before?.states.findIndex((other) => other.key === key) ?? -1
  const [found] = index === -1 ? [] : (before?.states.splice(index, 1) ?? [])
  const chosen =
    found !== undefined && Object.is(found.initial, state.initial) ? { ...state, value: found.value } : state
  if (chosen === state && before && rebuilding) rebuilding.hasNewState = true
  instance.states.push(chosen)
  return chosen.value as Value // created by the same call
}

/**
 * Restores a value of a module after an edit, if the code of its initial value is unchanged. `key` contains the file.
 */
export function keepModuleState<Value>(value: Value, key: string, hasPlainStart: boolean): Value {
  const state = { key, value, initial: hasPlainStart ? readStart(value) : undefined }
  const found = moduleStates.get(key)
  if (found !== undefined && Object.is(found.initial, state.initial)) return found.value as Value // created by the same call
  moduleStates.set(key, state)
  return value
}

/** Records a component before it runs. If `signature` differs from the last one, none of its state is preserved. */
export function beginComponent(signature: string): void {
  const instance = findInstance(getOwner())
  if (instance === undefined) return
  instance.signature = signature
  if (instance.before === undefined || instance.before.signature === signature) return
  instance.before.states.length = 0
}

/** Records an island before it runs under `root`. */
export function beginIsland(root: Owner, name: string, before: Former | undefined): void {
  const instance: Instance = { name, signature: '', states: [], children: [], owner: undefined, before }
  instances.set(root, instance)
  rebuilding?.created.push(instance)
}

/**
 * Runs `build`, and returns whether a component that existed before has new state. Afterwards, the state from before
 * the edit is discarded.
 */
export function rebuild(build: () => void): boolean {
  const outer = rebuilding
  const current: NonNullable<typeof rebuilding> = { hasNewState: false, created: [] }
  rebuilding = current
  try {
    build()
    return current.hasNewState
  } finally {
    rebuilding = outer
    // A component that is shown later, such as a closed panel, doesn't continue one from before the edit.
    for (const instance of current.created) instance.before = undefined
  }
}

/**
 * Returns the state of the island under `root`, for the next one in its place. Call it before the island is disposed.
 */
export function readFormer(root: Owner): Former | undefined {
  const instance = instances.get(root)
  return instance && toFormer(instance)
}

function toFormer({ name, signature, states, children }: Instance): Former {
  return { name, signature, states: [...states], children: sortByPagePosition(children).map(toFormer) }
}

/** Copies the state for one attempt, which removes the entries that it uses. */
export function copyFormer({ states, children, ...own }: Former): Former {
  return { ...own, states: [...states], children: children.map(copyFormer) }
}

/**
 * Sorts instances by their position in the page: rows of a list are recreated in that order, not in order of creation.
 */
function sortByPagePosition(children: readonly Instance[]): readonly Instance[] {
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

/** Returns the component around `owner`; undefined outside an island. */
function findInstance(owner: DevOwner | null): Instance | undefined {
  if (owner === null) return undefined
  const known = instances.get(owner)
  if (known !== undefined) return known
  const parent = findInstance(owner.owner)
  if (parent === undefined || owner.component === undefined) return parent
  const { name } = owner.component
  const index = parent.before?.children.findIndex((other) => other.name === name) ?? -1
  const [before] = index === -1 ? [] : (parent.before?.children.splice(index, 1) ?? [])
  const instance: Instance = { name, signature: '', states: [], children: [], owner, before }
  instances.set(owner, instance)
  rebuilding?.created.push(instance)
  parent.children.push(instance)
  runWithOwner(owner, () => onCleanup(() => parent.children.splice(parent.children.indexOf(instance), 1)))
  return instance
}

/** Returns the current value of a signal; undefined for an object, which isn't comparable. */
function readStart(value: unknown): unknown {
  const [get] = Array.isArray(value) ? value : []
  const start: unknown = typeof get === 'function' ? untrack(() => get()) : undefined
  return typeof start === 'object' || typeof start === 'function' ? undefined : start
}
