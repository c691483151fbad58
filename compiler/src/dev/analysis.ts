/** The type analysis in dev: file changes request it, and a child process delivers the result later. */
import { type ChildProcess, fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readResult } from '../analyze/modules/result-store.ts'
import type { AnalysisResult } from './analysis-result.ts'

export interface AnalysisRequest {
  readonly id: number
  /** Absolute paths of the files that changed since the last request. */
  readonly changed: readonly string[]
}

export type AnalysisResponse =
  | { readonly id: number; readonly result: AnalysisResult; readonly failure?: undefined }
  | { readonly id: number; readonly failure: string }

export interface AnalysisProcess {
  /**
   * Resolves to the result for the current sources: from the store of an earlier run, or from the process, which this
   * starts.
   */
  current(): Promise<AnalysisResult>
  /**
   * Starts the process unless it runs or has been idle, so that it is ready for edits. Resolves after its first result;
   * never rejects.
   */
  warm(): Promise<void>
  /** Reports changed sources: replaces the current result with a new analysis, if there has been one. */
  changed(files: readonly string[]): void
  close(): void
  /** Closes it after the process has stored its results, for the next process. */
  closeStored(): void
}

interface AnalysisOptions {
  /** Absolute path of the app with forward slashes. */
  readonly root: string
  /** Called with each result. */
  readonly onResult: (result: AnalysisResult) => void
  /** Called with the reason of a failure. */
  readonly onFailure: (reason: string) => void
  /**
   * Time in milliseconds after a result, after which the process ends, because it has hundreds of megabytes. The next change
   * starts another one.
   *
   * @default two minutes
   */
  readonly idleMs?: number | undefined
}

const IDLE_MS = 120_000

/** Starts the analysis of an app. */
export function startAnalysis({ idleMs = IDLE_MS, ...options }: AnalysisOptions): AnalysisProcess {
  const state: AnalysisState = {
    ...options,
    idleMs,
    next: 1,
    waiting: [],
    child: undefined,
    idle: undefined,
    hasRetired: false,
    latest: undefined,
    closed: false,
  }
  return {
    current: () => {
      state.latest ??= loadFirst(state)
      return state.latest
    },
    async warm() {
      state.latest ??= loadFirst(state)
      await state.latest.catch(() => undefined)
      if (state.child === undefined && !state.hasRetired && !state.closed)
        await sendRequest(state, []).catch(() => undefined)
    },
    changed: (files) => {
      if (state.latest !== undefined && !state.closed) requestResult(state, files)
    },
    close: () => {
      state.child?.removeAllListeners('exit')
      state.child?.kill()
      end(state)
    },
    closeStored: () => {
      retire(state)
      end(state)
    },
  }
}

function end(state: AnalysisState): void {
  state.closed = true
  clearTimeout(state.idle)
  state.child = undefined
  // Pending requests must be rejected: Vite doesn't close before its running transforms have ended.
  const stopped = new Error(STOPPED)
  for (const { reject } of take(state, Number.POSITIVE_INFINITY)) reject(stopped)
  state.latest = Promise.reject(stopped)
  state.latest.catch(() => undefined)
}

const STOPPED = 'The development server has stopped.'

interface Waiting {
  readonly id: number
  readonly resolve: (result: AnalysisResult) => void
  readonly reject: (error: Error) => void
}

interface AnalysisState extends Required<Omit<AnalysisOptions, 'idleMs'>> {
  readonly idleMs: number
  next: number
  waiting: Waiting[]
  child: ChildProcess | undefined
  idle: NodeJS.Timeout | undefined
  /** Whether the last process ended because it was idle. */
  hasRetired: boolean
  latest: Promise<AnalysisResult> | undefined
  closed: boolean
}

/** Returns the stored result if it still matches the sources, or else the process's result. */
async function loadFirst(state: AnalysisState): Promise<AnalysisResult> {
  const stored = readResult(state.root, undefined)
  if (state.closed) throw new Error(STOPPED)
  const isRequested = state.next > 1
  if (isRequested || stored === undefined) return (isRequested && state.latest) || requestResult(state, [])
  state.onResult(stored)
  return stored
}

/** Requests a result that replaces the current one. */
function requestResult(state: AnalysisState, changed: readonly string[]): Promise<AnalysisResult> {
  const pendingResult = sendRequest(state, changed)
  state.latest = pendingResult
  return pendingResult
}

function sendRequest(state: AnalysisState, changed: readonly string[]): Promise<AnalysisResult> {
  const id = state.next++
  clearTimeout(state.idle)
  const pendingResult = new Promise<AnalysisResult>((resolve, reject) => state.waiting.push({ id, resolve, reject }))
  pendingResult.catch(() => undefined) // `onFailure` reports it, and callers that await the result receive the rejection too
  state.child ??= start(state)
  state.child.send({ id, changed } satisfies AnalysisRequest)
  return pendingResult
}

function start(state: AnalysisState): ChildProcess {
  const file = new URL(`./analysis-process${extname(import.meta.url)}`, import.meta.url)
  const child = fork(fileURLToPath(file), [state.root], {
    execArgv: [],
    // The result of a command is on stdout, and `fw mcp` writes its protocol there.
    stdio: ['ignore', 2, 'inherit', 'ipc'],
  })
  state.hasRetired = false
  child.on('message', (response: AnalysisResponse) => settle(state, response))
  child.on('exit', (code) => {
    state.child = undefined
    state.latest = undefined
    fail(state, Number.POSITIVE_INFINITY, `The type analysis stopped with code ${code}.`)
  })
  return child
}

/** Resolves the request of a result, and all earlier requests: their sources are outdated. */
function settle(state: AnalysisState, response: AnalysisResponse): void {
  if (response.failure !== undefined) {
    fail(state, response.id, response.failure)
    return
  }
  const { result } = response
  const isNewest = response.id === state.next - 1
  for (const waiting of take(state, response.id)) waiting.resolve(result)
  if (!isNewest) return
  state.idle = setTimeout(() => retire(state), state.idleMs).unref()
  state.onResult(result)
}

/** Ends the process, which stores its results first. */
function retire(state: AnalysisState): void {
  state.hasRetired = true
  state.child?.removeAllListeners('exit')
  state.child?.disconnect()
  state.child = undefined
}

function fail(state: AnalysisState, upTo: number, reason: string): void {
  const waiting = take(state, upTo)
  if (waiting.length > 0) state.onFailure(reason)
  for (const { reject } of waiting) reject(new Error(reason))
}

function take(state: AnalysisState, upTo: number): readonly Waiting[] {
  const taken = state.waiting.filter(({ id }) => id <= upTo)
  state.waiting = state.waiting.filter(({ id }) => id > upTo)
  return taken
}
