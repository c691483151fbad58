/** The last live reads and writes of `fw dev`, and which write has refreshed which read. */
import type { ExplainedWrite, LiveReadFacts, LiveWriteFacts } from '@fw/runtime/contract'
import type { DevLiveList, DevLiveRead } from '#overlay/live-list.ts'

export interface LiveRecord {
  /** Implements the server's option `inspectLive`. */
  inspect(facts: LiveReadFacts | LiveWriteFacts): void
  /** Forgets the reads: the receipts of another server are unrelated. */
  clearReads(): void
  /** Reads and writes, the latest first. */
  list(): DevLiveList
}

const MAX_READS = 200
const MAX_WRITES = 200
/** States of one read, and receipts of one state: each tab has its own. */
const MAX_STATES = 20
const MAX_RECEIPTS = 50
/** Time in milliseconds by which the report of a write may follow the read that it has caused. */
const LATE_MS = 1000
/** Receipts begin with the hashes of their tags and versions. The next characters differ in every receipt. */
const RECEIPT_LENGTH = 40

interface State {
  readonly versions: string
  readonly at: number
  /** Position among all reads and writes. */
  readonly position: number
  readonly receipts: string[]
}

interface KnownRead {
  readonly name: string
  readonly input: unknown
  tags: readonly string[]
  readonly states: State[]
}

interface KnownWrite {
  readonly write: LiveWriteFacts['change']
  /** Tags including those of the path. */
  readonly tags: readonly string[]
  readonly at: number
  readonly position: number
}

export function createLiveRecord(now: () => number = Date.now): LiveRecord {
  /** By function, input and tags of the caller; the one that was read last is the last. */
  const reads = new Map<string, KnownRead>()
  const writes: KnownWrite[] = []
  let position = 0

  function addRead({ receipt, tags, tool, input, page = '' }: LiveReadFacts): void {
    const [tagsHash = '', versions = ''] = receipt.split('.')
    const name = tool === undefined ? `page ${page}` : toShortName(tool)
    const key = `${name} ${tagsHash} ${JSON.stringify(input)}`
    const read = reads.get(key) ?? { name, input, tags, states: [] }
    // It moves to the end.
    reads.delete(key)
    reads.set(key, read)
    if (reads.size > MAX_READS) reads.delete(reads.keys().next().value ?? '')
    read.tags = tags
    let state = read.states.find((known) => known.versions === versions)
    if (state === undefined) {
      state = { versions, at: now(), position: ++position, receipts: [] }
      read.states.push(state)
      if (read.states.length > MAX_STATES) read.states.shift()
    }
    state.receipts.push(receipt.slice(0, RECEIPT_LENGTH))
    if (state.receipts.length > MAX_RECEIPTS) state.receipts.shift()
  }

  function addWrite({ change }: LiveWriteFacts): void {
    const { path } = change
    const tags = path === undefined ? change.tags : [`${path.includes('[') ? 'route' : 'path'} ${path}`]
    writes.push({ write: change, tags, at: now(), position: ++position })
    if (writes.length > MAX_WRITES) writes.shift()
  }

  /** Returns the last write between two states, or else the first one whose report has followed. */
  function findCause({ tags }: KnownRead, from: State, to: State): ExplainedWrite {
    const known = new Set(tags)
    const after = writes.filter((write) => write.position > from.position && write.tags.some((tag) => known.has(tag)))
    const found =
      after.findLast((write) => write.position < to.position) ?? after.find(({ at }) => at <= to.at + LATE_MS)
    return found === undefined ? { by: 'another process', tags: [] } : describeWrite(found)
  }

  function describeRead(read: KnownRead): DevLiveRead {
    const states = read.states.map((state, index) => {
      const from = read.states[index - 1]
      return {
        at: toTime(state.at),
        receipts: state.receipts,
        ...(from !== undefined && { refreshedBy: findCause(read, from, state) }),
      }
    })
    return {
      read: read.name,
      ...(read.input !== undefined && { input: read.input }),
      tags: read.tags,
      states: states.reverse(),
    }
  }

  return {
    inspect: (facts) => (facts.kind === 'read' ? addRead(facts) : addWrite(facts)),
    clearReads: () => reads.clear(),
    list: () => ({
      reads: [...reads.values()].reverse().map(describeRead),
      writes: writes.map(describeWrite).reverse(),
    }),
  }
}

function describeWrite({ write: { tool, path, origin }, tags, at }: KnownWrite): ExplainedWrite {
  const by = tool ?? (path === undefined ? 'revalidateTag' : `revalidatePath ${path}`)
  return { by: toShortName(by), tags, origin, at: toTime(at) }
}

/** Returns the name of a function as in the sources. */
function toShortName(tool: string): string {
  return tool.replace(/^api\./, '')
}

function toTime(at: number): string {
  return new Date(at).toISOString()
}
