/**
 * What went wrong since a source changed last: told by the server that runs, by browsers, by Vite and by the analysis; read
 * by the overlay and at `/_fw/dev/errors`. It outlives the parts of dev, which are made anew when the configuration changes.
 */
import type { FailureFacts, LogLine } from '@fw/runtime/contract'
import type { Diagnostic } from '../model.ts'
import type { BrowserReport, DevError, DevErrorList, DevFrame } from '../overlay/dev-error.ts'
import type { DevAppModel } from './dev-app-facts.ts'
import { describeBrowser, describeDiagnostic, describeLoad, describeThrown } from './dev-described.ts'
import { createErrorList, fingerprint } from './dev-error-list.ts'

export interface DevErrors {
  /** For the server's option of this name. */
  inspect(error: unknown, facts: FailureFacts): void
  /** A line of the log: an error that is in it, and that nobody else has told of, happened outside of everything. */
  onLog(line: LogLine): void
  /** Thrown by a timer or a promise of the app, with nobody to catch it. */
  uncaught(error: unknown): void
  /** The app cannot be loaded, or a file of it cannot be compiled. */
  loadFailed(error: unknown): void
  /** The newest diagnostics; they take the place of the last ones. */
  onDiagnostics(diagnostics: readonly Diagnostic[]): void
  /** A browser saw something; `frames` are its stack and those of its causes, in the sources. */
  reported(report: BrowserReport, frames: readonly (readonly DevFrame[])[]): DevError
  /** What completes the records from now on. */
  connect(facts: DevAppModel): void
  /** A file of the app changed: what went wrong may be no more, and what was said of this file is void. Absolute path. */
  changed(file: string): void
  list(): DevErrorList
  /** Whether something went wrong while this request was answered. */
  ofRequest(requestId: string): DevError | undefined
  /** Called once for all that happens together. The returned function ends it. */
  onChange(listener: () => void): () => void
}

export interface DevErrorsOptions {
  /** The app's folder. */
  readonly root: string
  readonly now?: () => number
}

export function createDevErrors({ root, now = Date.now }: DevErrorsOptions): DevErrors {
  const list = createErrorList(now)
  let appFacts: DevAppModel | undefined
  const around = () => ({ root, facts: appFacts })
  /** What is known of an error that is on its way out, and its record, once it has one. */
  const known = new WeakMap<object, { facts: FailureFacts; id?: string | undefined }>()
  const outside = (error: unknown): void => {
    if (isObject(error)) known.set(error, { facts: {} })
    list.add(describeThrown(error, {}, around()))
  }

  return {
    inspect(error, facts) {
      const last = isObject(error) ? known.get(error) : undefined
      // An app may throw one error object again and again.
      const before = last?.facts.requestId === facts.requestId ? last : undefined
      const all = before === undefined ? facts : joinFacts(before.facts, facts)
      const entry = { facts: all, id: before?.id }
      if (isObject(error)) known.set(error, entry)
      if (facts.mayBeHandled && entry.id === undefined) return
      entry.id = list.add(describeThrown(error, all, around()), entry.id).id
    },
    onLog({ level, err }) {
      if (level !== 'error' || err === undefined) return
      // Whoever logs it may tell of it too, later in this turn.
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
    changed: (file) => list.drop((error) => error.kind !== 'diagnostic' || `${root}/${getFile(error)}` === file),
    list() {
      const { seq, errors } = list.all()
      // Of what cannot even be read, both the compiler of components and the analysis speak.
      const unbuilt = new Set(errors.filter(({ kind }) => kind === 'build').map(getFile))
      return { seq, errors: errors.filter((error) => !isSyntax(error) || !unbuilt.has(getFile(error))) }
    },
    ofRequest: (requestId) => list.find((error) => error.requestId === requestId),
    onChange: list.onChange,
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function isSyntax({ kind, code }: DevError): boolean {
  return kind === 'diagnostic' && code === 'syntax-error'
}

/** What is further in knows better. */
function joinFacts(inner: FailureFacts, outer: FailureFacts): FailureFacts {
  const said = Object.fromEntries(Object.entries(inner).filter(([, value]) => value !== undefined))
  return { ...outer, ...said, mayBeHandled: outer.mayBeHandled }
}

function getFile({ frames }: DevError): string | undefined {
  return frames[0]?.file
}

/** A stub throws what the server has told of already: it is one failure, seen from both sides. */
function isSameFailure(error: DevError, { status = 0, message }: BrowserReport): boolean {
  return (
    status >= 500 && error.kind === 'api' && `${error.name === 'FwError' ? '' : 'Error: '}${error.message}` === message
  )
}
