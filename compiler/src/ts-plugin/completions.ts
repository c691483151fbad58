/** Adds the names of the app in string literals to TypeScript's completions. */
import type { AppFile } from '../editor/app/editor-session.ts'
import { completeNames } from '../editor/features/name-completions.ts'
import type { ts } from '../program/typescript.ts'

type Ts = typeof ts

/** Returns TypeScript's completions and the names that they lack. */
export function addCompletions(
  ts: Ts,
  open: AppFile,
  position: number,
  completions: ts.WithMetadata<ts.CompletionInfo> | undefined,
): ts.WithMetadata<ts.CompletionInfo> | undefined {
  const list = completeNames(ts, open, position)
  const known = new Set(completions?.entries.map(({ name }) => name))
  const missing = list?.names.filter(({ name }) => !known.has(name)) ?? []
  if (list === undefined || missing.length === 0) return completions
  const replacementSpan = { start: list.start, length: list.end - list.start }
  const entries = missing.map(
    ({ name }): ts.CompletionEntry => ({
      name,
      kind: ts.ScriptElementKind.string,
      kindModifiers: '',
      sortText: '11',
      replacementSpan,
    }),
  )
  if (completions !== undefined) return { ...completions, entries: [...completions.entries, ...entries] }
  const empty = { isGlobalCompletion: false, isMemberCompletion: false, isNewIdentifierLocation: true }
  return { ...empty, entries }
}

/** Describes one of the names that `addCompletions` added. */
export function describeName(
  ts: Ts,
  open: AppFile,
  position: number,
  name: string,
): ts.CompletionEntryDetails | undefined {
  const found = completeNames(ts, open, position)?.names.find((one) => one.name === name)
  if (found === undefined) return undefined
  return {
    name,
    kind: ts.ScriptElementKind.string,
    kindModifiers: '',
    displayParts: [{ kind: 'text', text: name }],
    documentation: [{ kind: 'text', text: found.description }],
  }
}
