/**
 * A data store in Cloudflare's durable objects. Each object is strongly consistent: it has one thread, and a call is one
 * transaction. Keys are distributed over several objects; all proposals are in one, because they are found by their id and by
 * their subject.
 */
import { type Proposal, type ProposalStore, type StoredCall, separateCall } from '#contract/agent/proposal.ts'
import type { DataStore } from '#contract/config/data.ts'
import type { DurableNamespace } from './durable-api.ts'
import type { DurableOperations, DurableStub } from './durable-object.ts'
import type { StoredProposal } from './durable-proposals.ts'
import { DurableWatch } from './durable-watch.ts'
import { type StoreOptions, toKeyText, toMessage, toMilliseconds, toWhole } from './lifetime.ts'
import { createOutage } from './store-outage.ts'

interface DurableStoreOptions extends StoreOptions {
  /**
   * Whether messages arrive. A request of a Worker can't receive them: its connections end with it. Then other processes are
   * noticed by polls and by the versions of tags only. Default true.
   */
  readonly watches?: boolean
  /** Lets a call end after the response to the request that made it. Default: nothing. */
  waitUntil?(work: Promise<unknown>): void
}

/** Never changed: a key would be in another object. */
const OBJECTS = 16
const PROPOSALS = 'proposals'
/** Prefix of leases among the strings. A key of an app never contains it, because it would be escaped. */
const LEASE = '\u0002'

type Run = <Name extends keyof DurableOperations>(
  object: string,
  name: Name,
  ...values: Parameters<DurableOperations[Name]>
) => Promise<ReturnType<DurableOperations[Name]>>

/** Opens the store in the objects of a namespace, whose class is `createDataObject`. */
export function openDurableData(
  namespace: DurableNamespace<DurableStub>,
  options: DurableStoreOptions = {},
): DataStore {
  const { now, log, watches = true, waitUntil } = options
  const ids = new Map<string, unknown>()
  const outage = createOutage('the durable objects', log)
  // A new stub for each call: a stub is broken after an error.
  // https://developers.cloudflare.com/durable-objects/best-practices/error-handling/
  const getStub = (object: string): DurableStub => {
    const id = ids.get(object) ?? namespace.idFromName(object)
    ids.set(object, id)
    return namespace.get(id)
  }
  const attempt = async <Value>(call: () => Promise<Value>): Promise<Value> => {
    const result = call()
    waitUntil?.(result.catch(() => undefined))
    try {
      const value = await result
      outage.end()
      return value
    } catch (error) {
      throw outage.begin(`${error instanceof Error ? error.message : error}.`)
    }
  }
  // The result has the type of the operation.
  const run: Run = (object, name, ...values) => attempt(() => getStub(object).run(name, values))
  const time = () => (now === undefined ? undefined : Math.floor(now()))
  const getChannelStub = (channel: string) => getStub(selectObject('channels', channel))
  const watch = new DurableWatch(getChannelStub, options)

  return {
    proposals: durableProposals(run, time),
    async claim(key, ttlMs) {
      return run(selectObject('keys', key), 'claim', toKeyText(key), toMilliseconds(ttlMs), time())
    },
    async hit(key, limit, windowMs) {
      return run(selectObject('keys', key), 'hit', toKeyText(key), limit, toMilliseconds(windowMs), time())
    },
    async add(key, amount, ttlMs) {
      const values = [toKeyText(key), toWhole(amount), toMilliseconds(ttlMs), time()] as const
      return run(selectObject('keys', key), 'add', ...values)
    },
    async read(key) {
      const json = await run(selectObject('keys', key), 'read', toKeyText(key), time())
      return json === undefined ? undefined : (JSON.parse(json) as string)
    },
    async write(key, text, ttlMs) {
      const values = [toKeyText(key), JSON.stringify(text), toMilliseconds(ttlMs), time()] as const
      await run(selectObject('keys', key), 'write', ...values)
    },
    async remove(key) {
      await run(selectObject('keys', key), 'remove', toKeyText(key))
    },
    async publish(channel, text) {
      const [name, json] = [toKeyText(channel), JSON.stringify(toMessage(text))]
      await attempt(async () => getChannelStub(name).publish(name, json))
    },
    watch: (channel, onMessage, onGap) =>
      watches ? watch.add({ channel: toKeyText(channel), onMessage, onGap }) : Promise.resolve(async () => undefined),
    ping: () => run(PROPOSALS, 'ping'),
    async close() {
      watch.close()
    },
  }
}

/** FNV-1a: the same object for the same key, on every machine. */
function selectObject(kind: string, key: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  return `${kind}-${(hash >>> 0) % OBJECTS}`
}

function durableProposals(run: Run, time: () => number | undefined): ProposalStore {
  return {
    async put(proposal) {
      const { call, rest } = separateCall(proposal)
      const { state, result: _result, ...data } = rest
      await run(PROPOSALS, 'put', {
        id: toKeyText(data.id),
        subject: toOwner(data.subject),
        state,
        createdAt: Math.floor(data.createdAt),
        expiresAt: Math.floor(data.expiresAt),
        data: JSON.stringify(data),
        call: JSON.stringify(call),
        resolvedBy: undefined,
        result: undefined,
      })
    },
    async get(id) {
      const stored = await run(PROPOSALS, 'get', toKeyText(id))
      return stored && toProposal(stored)
    },
    async list(subject, at) {
      return (await run(PROPOSALS, 'list', toOwner(subject), Math.floor(at))).map(toProposal)
    },
    pending: (subject, at) => run(PROPOSALS, 'pending', toOwner(subject), Math.floor(at)),
    claim: (id, state, at, resolvedBy) =>
      // As JSON, because a lone surrogate doesn't survive UTF-8.
      run(PROPOSALS, 'resolve', toKeyText(id), state, Math.floor(at), JSON.stringify(resolvedBy)),
    async settle(id, result) {
      await run(PROPOSALS, 'settle', toKeyText(id), JSON.stringify(result))
    },
    async hold(id, ttlMs) {
      await run(PROPOSALS, 'write', LEASE + toKeyText(id), '1', toMilliseconds(ttlMs), time())
    },
    isHeld: async (id) => (await run(PROPOSALS, 'read', LEASE + toKeyText(id), time())) !== undefined,
  }
}

function toOwner(subject: string | undefined): string {
  return subject === undefined ? '' : `=${toKeyText(subject)}`
}

/** The strings were written by `put`, `claim` and `settle`. */
function toProposal({ data, call, state, result, resolvedBy }: StoredProposal): Proposal {
  return {
    ...(JSON.parse(data) as Omit<Proposal, 'state' | 'result' | keyof StoredCall>),
    ...(call === undefined ? {} : (JSON.parse(call) as StoredCall)),
    ...(resolvedBy === undefined ? {} : { resolvedBy: JSON.parse(resolvedBy) as string }),
    state,
    ...(result === undefined ? {} : { result: JSON.parse(result) as unknown }),
  }
}
