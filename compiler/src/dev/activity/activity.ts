/** The last log lines, requests, live reads and writes of `fw dev`, for coding agents. */
import type { LogLine } from '@fw/runtime/contract'
import { createLiveRecord, type LiveRecord } from './live-record.ts'

export interface RecordedLog {
  /** RFC 3339. */
  readonly time: string
  /** `output` is text that the app has printed itself. */
  readonly level: LogLine['level'] | 'output'
  readonly text: string
}

/** A request to the app. It has no query, headers and body, as in the log. */
export interface RecordedRequest {
  /** RFC 3339, when the response began. */
  readonly time: string
  readonly requestId: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly durationMs: number
}

export interface DevActivity {
  /** Records a line that `fw dev` prints. */
  addLine(text: string, level?: RecordedLog['level']): void
  /** Records the request of a line of the access log. */
  addRequest(line: LogLine): void
  logs(): readonly RecordedLog[]
  requests(): readonly RecordedRequest[]
  readonly live: LiveRecord
}

const MAX_LOGS = 500
const MAX_REQUESTS = 200
/** Characters of one line. */
const MAX_LENGTH = 4000

export function createDevActivity(now: () => number = Date.now): DevActivity {
  const logs: RecordedLog[] = []
  const requests: RecordedRequest[] = []
  return {
    addLine(text, level = 'info') {
      const shown = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)} …` : text
      logs.push({ time: new Date(now()).toISOString(), level, text: shown })
      if (logs.length > MAX_LOGS) logs.shift()
    },
    addRequest({ time, requestId, method, path, status, durationMs }) {
      if (requestId === undefined || path === undefined || status === undefined || typeof method !== 'string') return
      requests.push({ time, requestId, method, path, status, durationMs: durationMs ?? 0 })
      if (requests.length > MAX_REQUESTS) requests.shift()
    },
    logs: () => logs,
    requests: () => requests,
    live: createLiveRecord(now),
  }
}
