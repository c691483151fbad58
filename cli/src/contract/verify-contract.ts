/** `fw verify --against`: compares the contract of the sources with an earlier one. */
import { CONTRACT_FILE, checkContractFile, compareContracts } from '@fw/compiler'
import { formatCount } from '@fw/runtime/contract'
import { CliError } from '../cli-error.ts'
import type { Io } from '../io.ts'
import { resultJson } from '../printable-text.ts'
import { describeChange, NOTES_FILE, readNotes, writeNotes } from './contract-notes.ts'
import { formatAnnotations, formatChanges, summarizeChanges } from './print-changes.ts'
import { readBase, readFolderInRepository } from './read-base.ts'
import { readSourceContract } from './read-contract.ts'
import { isUnexplained, type ReviewedChange, reviewChanges } from './review-changes.ts'

/** Output format of the changes. */
export type ChangeFormat = 'pretty' | 'json' | 'github'

interface VerifyOptions {
  readonly root: string
  readonly cwd: string
  /** A git ref, or a file. */
  readonly against: string
  readonly format: ChangeFormat
  /** Reason that is written for each breaking change without one. */
  readonly note?: string | undefined
}

/** Prints the changes, and returns the exit code: 1 for a breaking change without a note, and for an outdated file. */
export async function verifyContract(options: VerifyOptions, io: Io): Promise<number> {
  const { root, against, format, note } = options
  const before = readBase(options)
  const { model, contract } = await readSourceContract(root, io)
  const notes = readNotes(root)
  const found = compareContracts(before, contract)
  let changes = reviewChanges(found, { model, before, notes })
  const unexplained = changes.filter(isUnexplained)
  if (note !== undefined && unexplained.length > 0) {
    const written = unexplained.map((change) => toNote(change, note))
    writeNotes(root, [...notes, ...written])
    changes = reviewChanges(found, { model, before, notes: [...notes, ...written] })
    io.note(`Wrote ${formatCount(written.length, 'note')} to ${NOTES_FILE}. Edit the reasons there.`)
  }
  const file = await checkContractFile(model, contract)
  printResult(changes, { ...options, file }, io)
  if (format === 'github' || (format === 'pretty' && io.env.GITHUB_ACTIONS === 'true')) {
    const annotations = formatAnnotations(changes, readFolderInRepository(root))
    if (annotations !== '') io.result(annotations)
  }
  if (changes.some(isUnexplained))
    throw new CliError({
      code: 'breaking_changes',
      title: `Breaking changes against ${against} need a note.`,
      fix: `Change them back, or write the reason: fw verify --against ${against} --note "…" adds it to ${NOTES_FILE}.`,
    })
  if (file === 'missing' || file === 'outdated') throw createFileError(file)
  return 0
}

/** Throws a `CliError` if the app has a file that doesn't match its sources. */
export async function verifyContractFile(root: string, io: Io): Promise<void> {
  const { model, contract } = await readSourceContract(root, io)
  const state = await checkContractFile(model, contract)
  if (state === 'missing' || state === 'outdated') throw createFileError(state)
}

function createFileError(state: 'missing' | 'outdated'): CliError {
  return new CliError({
    code: 'contract_file',
    title: `${CONTRACT_FILE} is ${state}.`,
    fix: `Run fw build, review the change of ${CONTRACT_FILE}, and commit it.`,
  })
}

function toNote(change: ReviewedChange, note: string) {
  return { function: change.function, change: describeChange(change), base: change.base ?? '', note }
}

function printResult(
  changes: readonly ReviewedChange[],
  { against, format, file }: VerifyOptions & { readonly file: string },
  io: Io,
): void {
  if (format === 'json') io.result(resultJson({ against, file, changes }))
  else if (changes.length === 0) io.note(`The contract is the same as at ${against}.`)
  else {
    if (format === 'pretty') io.result(formatChanges(changes))
    io.note(`${summarizeChanges(changes)} against ${against}.`)
  }
}
