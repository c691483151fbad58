/**
 * The client of a store whose tables are elsewhere: in durable objects or in a D1 database. It calls operations by name. Each is
 * one transaction, so that exactly one of several callers succeeds.
 */
import { type Proposal, type ProposalStore, type StoredCall, separateCall } from '#contract/agent/proposal.ts'
import type { DataStore } from '#contract/config/data.ts'
import type { DurableOperations } from './durable-object.ts'
import type { StoredProposal } from './durable-proposals.ts'
import { type StoreOptions, toKeyText, toMilliseconds, toWhole } from './lifetime.ts'
import { createOutage } from './store-outage.ts'

/** Runs an operation on the data of a key, or of all proposals if `key` is undefined. */
export type RunOperation = <Name extends keyof DurableOperations>(
  key: string | undefined,
  name: Name,
  ...values: Parameters<DurableOperations[Name]>
) => Promise<ReturnType<DurableOperations[Name]>>

export interface AttemptOptions extends StoreOptions {
  /** Lets a call end after the response to the request that made it. Default: nothing. */
  waitUntil?(work: Promise<unknown>): void
}

/** Returns a function that makes calls of a store, whose errors become `unavailable`. `name` is the store's name in the log. */
export function createAttempt(
  name: string,
  { log, waitUntil }: AttemptOptions,
): <Value>(call: () => Promise<Value>) => Promise<Value> {
  const outage = createOutage(name, log)
  return async (call) => {
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
}

/** The part of a store that has no messages. */
type OperationStore = Omit<DataStore, 'publish' | 'watch' | 'close'>

/** Prefix of leases among the strings. A key of an app never contains it, because it would be escaped. */
const LEASE = '\u0002'

/** `time` returns the client's time, or undefined if the operations have a clock. */
export function createOperationStore(run: RunOperation, time: () => number | undefined): OperationStore {
  return {
    proposals: createProposals(run, time),
    async claim(key, ttlMs) {
      return run(key, 'claim', toKeyText(key), toMilliseconds(ttlMs), time())
    },
    async hit(key, limit, windowMs) {
      return run(key, 'hit', toKeyText(key), limit, toMilliseconds(windowMs), time())
    },
    async add(key, amount, ttlMs) {
      return run(key, 'add', toKeyText(key), toWhole(amount), toMilliseconds(ttlMs), time())
    },
    async read(key) {
      const json = await run(key, 'read', toKeyText(key), time())
      return json === undefined ? undefined : (JSON.parse(json) as string)
    },
    async write(key, text, ttlMs) {
      await run(key, 'write', toKeyText(key), JSON.stringify(text), toMilliseconds(ttlMs), time())
    },
    async remove(key) {
      await run(key, 'remove', toKeyText(key))
    },
    ping: () => run(undefined, 'ping'),
  }
}

function createProposals(run: RunOperation, time: () => number | undefined): ProposalStore {
  return {
    async put(proposal) {
      const { call, rest } = separateCall(proposal)
      const { state, result: _result, ...data } = rest
      await run(undefined, 'put', {
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
      const stored = await run(undefined, 'get', toKeyText(id))
      return stored && toProposal(stored)
    },
    async list(subject, at) {
      return (await run(undefined, 'list', toOwner(subject), Math.floor(at))).map(toProposal)
    },
    pending: (subject, at) => run(undefined, 'pending', toOwner(subject), Math.floor(at)),
    claim: (id, state, at, resolvedBy) =>
      // As JSON, because a lone surrogate doesn't survive UTF-8.
      run(undefined, 'resolve', toKeyText(id), state, Math.floor(at), JSON.stringify(resolvedBy)),
    async settle(id, result) {
      await run(undefined, 'settle', toKeyText(id), JSON.stringify(result))
    },
    async hold(id, ttlMs) {
      await run(undefined, 'write', LEASE + toKeyText(id), '1', toMilliseconds(ttlMs), time())
    },
    isHeld: async (id) => (await run(undefined, 'read', LEASE + toKeyText(id), time())) !== undefined,
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
