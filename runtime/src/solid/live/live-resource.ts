/** A live read as a resource of Solid, in the browser. */
import { batch, createMemo, createResource, createSignal, onCleanup, type Signal, untrack } from 'solid-js'
import type { AnyApi } from '#contract/api.ts'
import type { LiveRead, SentRead } from './live-read.ts'

/** A read that islands share. `browser/live/` implements it. */
interface SharedRead {
  /** Called after a change of the members. */
  readonly listeners: Set<() => void>
  readonly value: unknown
  readonly hasValue: boolean
  readonly error: unknown
  readonly refetches: number
  /** Whether the value is that of a receipt. */
  shows(receipt: string | undefined): boolean
  load(): SharedRead | Promise<SharedRead>
  refetch(): Promise<void>
  hydrate(sent: { readonly value: unknown; readonly receipt: string | undefined }): void
}

/** The live reads of the page. */
interface SharedReads<Read extends SharedRead> {
  acquire(api: AnyApi, input: unknown): Read
  release(read: Read): void
  call(
    read: Read | undefined,
    api: AnyApi,
    input: unknown,
    optimistic: OptimisticFunction | undefined,
  ): Promise<unknown>
}

type OptimisticFunction = (current: unknown, input: unknown) => unknown

/** Runs a function that changes several reads. Islands show the changes together. */
export function batchChanges(change: () => void): void {
  batch(change)
}

/** Creates a live read of the component that calls it. `readInput` returns `undefined` while there is nothing to read. */
export function createLiveResource<Read extends SharedRead>(
  reads: SharedReads<Read>,
  api: AnyApi,
  readInput: () => { readonly input: unknown } | undefined,
): LiveRead<unknown> {
  const [track, notify] = createSignal(undefined, { equals: false })
  /** Whether the first read has failed. The resource takes a rendered value while it is created. */
  let hasFailed = () => false
  const current = followInput(reads, api, readInput, (read) => {
    notify()
    // The first read has failed, and a later one has not.
    if (read.hasValue && hasFailed()) void reload()
  })
  const first = untrack(current)
  /** The value in the server's HTML, until the island is hydrated, if another island shows a newer one. */
  const [sent, setSent] = createSignal<SentRead>()
  const hydrate = (value: SentRead): Read | undefined => {
    const read = untrack(current)
    if (read === undefined || read !== first) {
      // The input has changed since the server has rendered the island.
      queueMicrotask(() => void reload())
      return undefined
    }
    if (read.hasValue && !read.shows(value.live)) {
      setSent(value)
      setTimeout(() => setSent(undefined))
    }
    read.hydrate({ value: value.value, receipt: value.live })
    return read
  }
  const [resource, { refetch: reload }] = createResource(current, (read) => read.load() as Read | Promise<Read>, {
    storage: (() => storeReads(hydrate)) as never, // Solid types it for values of one type
  })
  hasFailed = () => resource.state === 'errored'

  const show = (read: Read | undefined): unknown => {
    track()
    const html = sent()
    return html === undefined ? read?.value : html.value
  }
  const isRefetching = () => {
    track()
    return (current()?.refetches ?? 0) > 0
  }
  const getError = (): unknown => {
    track()
    return resource.error ?? current()?.error
  }
  const getState = (): LiveRead<unknown>['state'] => {
    if (resource.state !== 'ready') return resource.state
    if (isRefetching()) return 'refreshing'
    return getError() === undefined ? 'ready' : 'errored'
  }
  const read = () => {
    const shared = resource()
    // A value that the caller may not read any more is undefined: if this threw, its text would stay in the document.
    return show(shared)
  }
  return Object.defineProperties(
    Object.assign(read, {
      async refetch() {
        const shared = untrack(current)
        if (shared?.hasValue) await shared.refetch()
        else await Promise.resolve(reload()).catch(() => undefined)
        return shared?.value
      },
      call: (called: AnyApi, input?: unknown, options?: { readonly optimistic?: OptimisticFunction }) =>
        reads.call(untrack(current), called, input, options?.optimistic),
    }),
    {
      latest: { get: () => (hasFailed() ? show(untrack(current)) : show(resource.latest)) },
      loading: { get: () => resource.loading || isRefetching() },
      error: { get: getError },
      state: { get: getState },
    },
  ) as unknown as LiveRead<unknown> // the properties are defined here
}

/** Returns the read of the current input, until the component ends. `onChange` is called after its changes. */
function followInput<Read extends SharedRead>(
  reads: SharedReads<Read>,
  api: AnyApi,
  readInput: () => { readonly input: unknown } | undefined,
  onChange: (read: Read) => void,
): () => Read | undefined {
  return createMemo(() => {
    const given = readInput()
    if (given === undefined) return undefined
    return untrack(() => {
      const read = reads.acquire(api, given.input)
      const listener = () => onChange(read)
      read.listeners.add(listener)
      onCleanup(() => {
        read.listeners.delete(listener)
        reads.release(read)
      })
      return read
    })
  })
}

/** Returns a signal of a resource that stores the read of a value with which the server has rendered the island. */
function storeReads<Read extends SharedRead>(hydrate: (sent: SentRead) => Read | undefined): Signal<Read | undefined> {
  const [get, set] = createSignal<Read>()
  const store = (change: () => Read | SentRead | undefined) => {
    const next = change()
    const read = next !== undefined && !('load' in next) ? hydrate(next) : next
    return set(() => read)
  }
  return [get, store as never] // Solid calls it with functions only
}
