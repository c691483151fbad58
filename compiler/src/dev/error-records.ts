/** Converts thrown errors and findings to records for developers and tools. */
import { type FailureFacts, FwError } from '@fw/runtime/contract'
import { findProjectName } from '../analyze/modules/workspace-files.ts'
import { inputText } from '../build/input-text.ts'
import { sourceDiagnostics } from '../build/source-failure.ts'
import { frameText, serverFrames } from '../build/stack-frames.ts'
import { getDocsPath } from '../diagnostic/print.ts'
import type { Diagnostic } from '../model.ts'
import type {
  BrowserReport,
  DevCall,
  DevCause,
  DevError,
  DevErrorKind,
  DevFrame,
  DevIsland,
  ReportedIsland,
} from '../overlay/dev-error.ts'
import type { DevAppModel } from './app-facts.ts'

/** A record before it is stored. */
export type ErrorRecord = Omit<DevError, 'id' | 'seq' | 'count' | 'at'>

/** Data that completes the records. */
interface Surroundings {
  /** The app's folder. */
  readonly root: string
  /** Absent until the app has been analyzed. */
  readonly facts: DevAppModel | undefined
}

const MAX_CAUSES = 5

/** Describes an error of the server. Without facts, it happened outside of requests and calls. */
export function describeThrown(error: unknown, known: FailureFacts, { root, facts }: Surroundings): ErrorRecord {
  const { requestId, method, path, route, origin, island, call } = known
  const isOutside = path === undefined && call === undefined
  const kind: DevErrorKind = isOutside
    ? 'server'
    : island !== undefined
      ? 'island'
      : path === undefined || path.startsWith('/_fw/')
        ? 'api'
        : 'page'
  const unbuilt = compileError(error, root)
  return {
    kind: unbuilt === undefined ? kind : 'build',
    isOutside: isOutside && unbuilt === undefined,
    isStanding: unbuilt !== undefined,
    ...(unbuilt ?? describeError(error, root)),
    ...omitUndefined({ requestId, method, path, route, origin: call?.origin ?? origin }),
    ...(kind === 'page' || kind === 'island' ? facts?.findPage(path, route) : undefined),
    ...(island === undefined ? {} : { island: describeIsland(island, facts) }),
    ...(call === undefined ? {} : { call: describeCall(call, facts) }),
  }
}

/**
 * Describes why the app can't be loaded: a compiler's error with its position, or an error of the app's own modules.
 */
export function describeLoad(error: unknown, { root }: Surroundings): ErrorRecord {
  return {
    kind: 'build',
    isOutside: false,
    isStanding: true,
    ...(compileError(error, root) ?? describeError(error, root)),
  }
}

/** Describes a file that Vite can't compile: the position in the file instead of Vite's own stack. */
function compileError(error: unknown, root: string): Unbuilt | undefined {
  const [explained] = sourceDiagnostics(error, root)
  if (explained !== undefined) {
    const { name, message, code, frames, codeFrame, causes, docs } = describeDiagnostic(explained)
    return { name, message, frames, causes, ...omitUndefined({ code, codeFrame, docs }) }
  }
  const { name, message, id, loc, frame, plugin } = Object(error) as ViteError
  if (typeof id !== 'string' || typeof plugin !== 'string') return undefined
  const file = findProjectName(root, id.replace(/\?.*$/, ''))
  if (file === undefined) return undefined
  const frames = loc === undefined ? [] : [{ file, line: loc.line, column: loc.column + 1, isApp: true }]
  // Babel appends the frame to its message, and prefixes the path.
  const [text = '', ...rest] = local(String(message), root).split('\n\n')
  const codeFrame = frameText(frames, root) ?? (frame || rest.join('\n\n') || undefined)
  return {
    name: String(name),
    message: text.replace(`${file}: `, ''),
    frames,
    ...omitUndefined({ codeFrame }),
    causes: [],
  }
}

/** The fields that are read here. */
interface ViteError {
  readonly name?: unknown
  readonly message?: unknown
  readonly id?: unknown
  readonly plugin?: unknown
  readonly loc?: { readonly line: number; readonly column: number }
  readonly frame?: string
}

export function describeDiagnostic({ code, title, message, span, frame, related = [] }: Diagnostic): ErrorRecord {
  const at = (place: typeof span) =>
    place === undefined ? [] : [{ file: place.file, line: place.line, column: place.column, isApp: true }]
  return {
    kind: 'diagnostic',
    isOutside: false,
    isStanding: true,
    name: title,
    message: [message, ...related.map((other) => other.message)].join('\n'),
    code,
    frames: [...at(span), ...related.flatMap((other) => at(other.span))],
    ...omitUndefined({ codeFrame: frame }),
    causes: [],
    docs: getDocsPath(code),
  }
}

/** Describes an error that a browser reported; `same` is the server's record of the same failure. */
export function describeBrowser(
  report: BrowserReport,
  [frames = [], ...causeFrames]: readonly (readonly DevFrame[])[],
  { root, facts }: Surroundings,
  same: DevError | undefined,
): ErrorRecord {
  const { kind, name, message, path, code, call, bindings, markup } = report
  const island = report.island ?? findThrowingIsland(report, frames, facts)
  const seen = {
    path,
    ...facts?.findPage(path, undefined),
    ...(island === undefined ? {} : { island: describeIsland(island, facts) }),
    ...omitUndefined({ bindings, markup }),
  }
  // The server's record has more details, except for the caller.
  const caught = report.isCaught === true ? { isCaught: true } : {}
  if (same !== undefined)
    return { ...same, ...seen, ...caught, ...omitUndefined({ intent: call?.tool }), kind: same.kind }
  return {
    kind,
    isOutside: kind === 'browser' && island === undefined && call === undefined,
    isStanding: false,
    name,
    message: local(message, root),
    ...omitUndefined({ code, codeFrame: frameText(frames, root) }),
    ...seen,
    ...caught,
    ...(call === undefined
      ? {}
      : { call: { ...call, ...omitUndefined({ source: facts?.toolPlace(call.tool) }) }, origin: call.origin }),
    frames,
    causes: (report.causes ?? []).slice(0, MAX_CAUSES).map((cause, index) => ({
      name: cause.name,
      message: local(cause.message, root),
      frames: causeFrames[index] ?? [],
    })),
  }
}

function describeCall(call: NonNullable<FailureFacts['call']>, facts: DevAppModel | undefined): DevCall {
  const { tool, effect, guard, origin, input, isChecked } = call
  const source = facts?.toolPlace(tool)
  return { tool, ...omitUndefined({ effect, source }), guard, origin, input: inputText(input), isChecked }
}

/** Finds the island whose file threw. If the page has several of one kind, only the name is certain. */
function findThrowingIsland(
  { islands = [] }: BrowserReport,
  frames: readonly DevFrame[],
  facts: DevAppModel | undefined,
) {
  for (const { file, isApp } of frames) {
    const fitting = isApp ? islands.filter(({ component }) => facts?.islandFile(component) === file) : []
    const [first] = fitting
    if (first !== undefined && new Set(fitting.map(({ name }) => name)).size === 1)
      return fitting.length === 1 ? first : { ...first, id: '' }
  }
  return undefined
}

function describeIsland({ id, name, component }: ReportedIsland, facts: DevAppModel | undefined): DevIsland {
  return { ...omitUndefined({ id: id === '' ? undefined : id, file: facts?.islandFile(component) }), name }
}

type Unbuilt = Thrown & Pick<ErrorRecord, 'docs'>
type Thrown = Pick<ErrorRecord, 'name' | 'message' | 'code' | 'frames' | 'codeFrame' | 'causes'>

function describeError(error: unknown, root: string): Thrown {
  const { cause, ...own } = readError(error, root)
  const causes: DevCause[] = []
  for (let next = cause; next !== undefined && next !== null && causes.length < MAX_CAUSES; ) {
    const { cause: further, name, message, frames } = readError(next, root)
    causes.push({ name, message, frames })
    next = further
  }
  return { ...own, ...omitUndefined({ codeFrame: frameText(own.frames, root) }), causes }
}

/** Reading a thrown value may throw again. */
function readError(error: unknown, root: string) {
  try {
    if (!(error instanceof Error)) return { name: 'Thrown', message: inputText(error), frames: [], cause: undefined }
    const { name, message, stack = '', cause } = error
    const code = error instanceof FwError ? { code: error.code } : {}
    return { name, message: local(message, root), ...code, frames: serverFrames(stack, root), cause }
  } catch {
    return { name: 'Thrown', message: 'something that cannot be shown was thrown', frames: [], cause: undefined }
  }
}

function local(message: string, root: string): string {
  return message.replaceAll(`${root}/`, '')
}

function omitUndefined<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } // the same fields without the undefined ones
}
