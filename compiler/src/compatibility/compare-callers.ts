/** Compares who may call a function, from where, and with which consequence. */
import { getPathShape, parseApiAddress } from '@fw/runtime/contract'
import type { ContractChange, ContractEntry } from './contract-change.ts'

type EntryChange = Omit<ContractChange, 'function'>

/** Returns the changes of access, scopes, guard, addresses and effect. */
export function compareCallers(before: ContractEntry, after: ContractEntry): readonly EntryChange[] {
  return [
    ...compareAccess(before.access, after.access),
    ...compareScopes(before.scopes ?? [], after.scopes ?? []),
    ...compareGuards(before.guard, after.guard),
    ...compareAddresses(before.addresses, after.addresses),
    ...compareEffects(before, after),
  ]
}

function compareAccess(before: ContractEntry['access'], after: ContractEntry['access']): readonly EntryChange[] {
  const isOpen = (access: ContractEntry['access']) => access === 'public' || access === 'undecided'
  if (before === after || (isOpen(before) && isOpen(after))) return []
  const message = `access is ${after}, was ${before}`
  if (isOpen(after)) return [{ kind: 'access', verdict: 'notice', message: `${message}: every caller may call it` }]
  if (isOpen(before)) return [{ kind: 'access', verdict: 'breaking', message }]
  return [toUndecided({ kind: 'access', verdict: 'breaking', message })]
}

/** Marks a change whose consequence is decided at run time. */
function toUndecided(change: EntryChange): EntryChange {
  return { ...change, message: `${change.message}, which can't be proven compatible`, isUndecided: true }
}

function compareScopes(before: readonly string[], after: readonly string[]): readonly EntryChange[] {
  const added = after.filter((scope) => !before.includes(scope))
  const removed = before.filter((scope) => !after.includes(scope))
  return [
    ...added.map(
      (scope): EntryChange => ({ kind: 'scopes', verdict: 'breaking', message: `needs the scope ${scope} now` }),
    ),
    ...removed.map(
      (scope): EntryChange => ({
        kind: 'scopes',
        verdict: 'notice',
        message: `does not need the scope ${scope} anymore`,
      }),
    ),
  ]
}

/** From the fewest restrictions to the most. */
const GUARDS = ['auto', 'confirm', 'forbidden'] as const

function compareGuards(before: ContractEntry['guard'], after: ContractEntry['guard']): readonly EntryChange[] {
  if (before === after) return []
  const change = { kind: 'guard', message: `guard is ${after}, was ${before}` } as const
  const relaxed: EntryChange = { ...change, verdict: 'notice', message: `${change.message}: agents need less approval` }
  if (after === 'auto' || before === 'forbidden') return [relaxed]
  if (before === 'function' || after === 'function')
    return [
      after === 'forbidden' ? { ...change, verdict: 'breaking' } : toUndecided({ ...change, verdict: 'breaking' }),
    ]
  return [GUARDS.indexOf(after) < GUARDS.indexOf(before) ? relaxed : { ...change, verdict: 'breaking' }]
}

function compareAddresses(before: readonly string[], after: readonly string[]): readonly EntryChange[] {
  const now = new Set(after.map(normalizeAddress))
  const old = new Set(before.map(normalizeAddress))
  return [
    ...before
      .filter((address) => !now.has(normalizeAddress(address)))
      .map(
        (address): EntryChange => ({
          kind: 'address',
          verdict: 'breaking',
          message: `does not respond at ${address} anymore`,
        }),
      ),
    ...after
      .filter((address) => !old.has(normalizeAddress(address)))
      .map(
        (address): EntryChange => ({ kind: 'address', verdict: 'compatible', message: `responds at ${address} now` }),
      ),
  ]
}

/** Removes the names of parameters: clients only see their values. A renamed member of the input is a change of its own. */
function normalizeAddress(address: string): string {
  try {
    const { method, segments } = parseApiAddress(address)
    return `${method} ${getPathShape(segments)}`
  } catch {
    return address
  }
}

function compareEffects(before: ContractEntry, after: ContractEntry): readonly EntryChange[] {
  const changes: EntryChange[] = []
  if (before.effect !== after.effect)
    changes.push(
      after.effect === undefined
        ? { kind: 'effect', verdict: 'notice', message: 'is not irreversible anymore: tainted agents need no approval' }
        : { kind: 'effect', verdict: 'breaking', message: 'is irreversible now: tainted agents need approval' },
    )
  if (before.readonly !== after.readonly)
    changes.push(
      after.readonly === true
        ? { kind: 'readonly', verdict: 'notice', message: 'is readonly now: it also responds to GET' }
        : { kind: 'readonly', verdict: 'breaking', message: 'is not readonly anymore: it does not respond to GET' },
    )
  return changes
}
