/** Finds the location and the note of each change. */
import { type AppModel, CONTRACT_FILE, type Contract, type ContractChange } from '@fw/compiler'
import { type ContractNote, describeChange, hashEntry } from './contract-notes.ts'

/** A change with everything that a reviewer needs. */
export interface ReviewedChange extends ContractChange {
  /** Relative to the app's root. The line of the function; of its module if the function was removed. */
  readonly file: string
  readonly line: number
  readonly column: number
  /** Hash of the function's contract in the base, for a note. Absent for an added function. */
  readonly base?: string
  /** The reason for a breaking change. */
  readonly note?: string
}

interface ReviewSource {
  readonly model: AppModel
  readonly before: Contract
  readonly notes: readonly ContractNote[]
}

/** Returns the changes: breaking ones first, then notices, then compatible ones. */
export function reviewChanges(changes: readonly ContractChange[], source: ReviewSource): readonly ReviewedChange[] {
  const reviewed = changes.map((change): ReviewedChange => {
    const base = Object.hasOwn(source.before, change.function) ? hashEntry(source.before, change.function) : undefined
    const text = describeChange(change)
    const found = source.notes.find(
      (one) => one.function === change.function && one.change === text && one.base === base,
    )
    return {
      ...change,
      ...findPlace(source.model, change),
      ...(base !== undefined && { base }),
      ...(change.verdict === 'breaking' && found !== undefined && { note: found.note }),
    }
  })
  return reviewed.sort((one, other) => ORDER.indexOf(one.verdict) - ORDER.indexOf(other.verdict))
}

const ORDER: readonly ContractChange['verdict'][] = ['breaking', 'notice', 'compatible']

/** Returns whether a change fails the command. */
export function isUnexplained({ verdict, note }: ReviewedChange): boolean {
  return verdict === 'breaking' && note === undefined
}

function findPlace({ modules }: AppModel, change: ContractChange): Pick<ReviewedChange, 'file' | 'line' | 'column'> {
  const name = change.to ?? change.function
  const api = modules.flatMap(({ apis }) => apis).find(({ tool }) => tool === name)
  if (api !== undefined) return api.span
  const module = modules.find((one) => name.startsWith(`api.${one.module}.`))
  return { file: module?.file ?? CONTRACT_FILE, line: 1, column: 1 }
}
