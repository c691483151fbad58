/**
 * Errors since the last change of a source, reported by the running server, browsers, Vite and the analysis. The
 * overlay and `/_fw/dev/errors` read them. The list outlives dev's parts, which are recreated when the configuration
 * changes.
 */
import { basename } from 'node:path'
import { type FailureFacts, isObject, type LogLine } from '@fw/runtime/contract'
import { toProjectPath } from '../analyze/modules/workspace-files.ts'
import type { Diagnostic } from '../model.ts'
import type { BrowserReport, DevError, DevErrorList, DevFrame } from '../overlay/dev-error.ts'
import type { DevAppModel } from './app-facts.ts'
import { createErrorList, fingerprint } from './error-list.ts'
import { describeBrowser, describeDiagnostic, describeLoad, describeThrown } from './error-records.ts'

export interface RecentErrors {
  /** Implements the server's option of the same name. */
  inspect(error: unknown, facts: FailureFacts): void
  /**
   * Records an error in a log line, unless another source has reported it: then it happened outside of requests and
   * calls.
   */
  onLog(line: LogLine): void
  /** Records an error that a timer or a promise of the app threw and that no code caught. */
  uncaught(error: unknown): void
  /** Records why the app can't be loaded or a file of it can't be compiled. */
  loadFailed(error: unknown): void
  /** Replaces the diagnostics of the previous analysis. */
  onDiagnostics(diagnostics: readonly Diagnostic[]): void
  /** Records a browser's error. `frames` are the frames of its stack and its causes, mapped to the sources. */
  reported(report: BrowserReport, frames: readonly (readonly DevFrame[])[]): DevError
  /** Sets the facts that complete the records from now on. */
  connect(facts: DevAppModel): void
  /** Removes records that a changed file may have made outdated, including this file's diagnostics. Absolute path. */
  changed(file: string): void
  /** Removes records whose message names the file, because the error was its absence. Absolute path. */
  created(file: string): void
  list(): DevErrorList
  /** Returns an error that occurred while this request was handled. */
  ofRequest(requestId: string): DevError | undefined
  /** Calls the listener once for all changes of one turn. Returns a function that removes it. */
  onChange(listener: () => void): () => void
}

interface RecentErrorsOptions {
  /** The app's folder. */
  readonly root: string
  readonly now?: () => number
}

export function createRecentErrors({ root, now = Date.now }: RecentErrorsOptions): RecentErrors {
  const list = createErrorList(now)
  let appFacts: DevAppModel | undefined
  const around = () => ({ root, facts: appFacts })
  /** Facts about errors that propagate, and the record's id once it exists. */
  const known = new WeakMap<object, { facts: FailureFacts; id?: string | undefined }>()
  const outside = (error: unknown): void => {
    if (isObject(error)) known.set(error, { facts: {} })
    list.add(describeThrown(error, {}, around()))
  }

  return {
    inspect(error, facts) {
      const last = isObject(error) ? known.get(error) : undefined
      // An app may throw the same error object repeatedly.
      const before = last?.facts.requestId === facts.requestId ? last : undefined
      const all = before === undefined ? facts : joinFacts(before.facts, facts)
      const entry = { facts: all, id: before?.id }
      if (isObject(error)) known.set(error, entry)
      if (facts.mayBeHandled && entry.id === undefined) return
      entry.id = list.add(describeThrown(error, all, around()), entry.id).id
    },
    onLog({ level, err }) {
      if (level !== 'error' || err === undefined) return
      // The code that logs the error may also report it, later in this turn.
      setImmediate(() => {
        if (!isObject(err) || known.get(err) === undefined) outside(err)
      })
    },
    uncaught: outside,
    loadFailed: (error) => {
      if (isObject(error)) known.set(error, { facts: {} })
      list.add(describeLoad(error, around()))
    },
    onDiagnostics(diagnostics) {
      const errors = diagnostics.filter(({ severity }) => severity === 'error').map(describeDiagnostic)
      const prints = new Set(errors.map(fingerprint))
      list.drop((error) => error.kind === 'diagnostic' && !prints.has(fingerprint(error)))
      for (const error of errors) if (!list.has(error)) list.add(error)
    },
    reported: (report, frames) => {
      const same = list.find((error) => isSameFailure(error, report))
      return list.add(describeBrowser(report, frames, around(), same), same?.id)
    },
    connect(facts) {
      appFacts = facts
    },
    changed: (file) =>
      list.drop((error) => error.kind !== 'diagnostic' || toProjectPath(root, getFile(error) ?? '') === file),
    created: (file) => list.drop(({ message }) => message.includes(basename(file))),
    list() {
      const { seq, errors } = list.all()
      // For a file with a syntax error, both the compiler of components and the analysis have a record.
      const unbuilt = new Set(errors.filter(({ kind }) => kind === 'build').map(getFile))
      return { seq, errors: errors.filter((error) => !isSyntax(error) || !unbuilt.has(getFile(error))) }
    },
    ofRequest: (requestId) => list.find((error) => error.requestId === requestId),
    onChange: list.onChange,
  }
}

function isSyntax({ kind, code }: DevError): boolean {
  return kind === 'diagnostic' && code === 'syntax-error'
}

/** The inner facts are more exact. */
function joinFacts(inner: FailureFacts, outer: FailureFacts): FailureFacts {
  const definedFacts = Object.fromEntries(Object.entries(inner).filter(([, value]) => value !== undefined))
  return { ...outer, ...definedFacts, mayBeHandled: outer.mayBeHandled }
}

function getFile({ frames }: DevError): string | undefined {
  return frames[0]?.file
}

/** Returns whether a stub threw an error that the server has recorded already: one failure, seen from both sides. */
function isSameFailure(error: DevError, { status = 0, message }: BrowserReport): boolean {
  return (
    status >= 500 && error.kind === 'api' && `${error.name === 'FwError' ? '' : 'Error: '}${error.message}` === message
  )
}
