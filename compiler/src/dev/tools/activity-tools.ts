/** `get_logs`, `list_requests` and `list_live_reads`: what the running app has done. */

import type { DevHost, RunningDev } from './dev-host.ts'
import { createLimit, createToolError, type DevTool } from './dev-tool.ts'
import { findPlace } from './get-errors.ts'

export const getLogs: DevTool = {
  name: 'get_logs',
  title: 'Get the log',
  description:
    'Returns the last lines of "fw dev", the latest last: the log of the server, errors of browsers, findings, and what the app has printed. Inputs of calls, cookies and authorization headers are never logged.',
  fields: {
    level: {
      type: 'string',
      description: 'Only lines of this level.',
      values: ['debug', 'info', 'warn', 'error', 'output'],
    },
    contains: { type: 'string', description: 'Only lines that contain this text.' },
    limit: createLimit(200),
  },
  effect: 'none',
  needsDev: true,
  async run({ level, contains = '', limit }, host) {
    const lines = getRunning(host)
      .logs()
      .filter((line) => (level === undefined || line.level === level) && line.text.includes(String(contains)))
    return { total: lines.length, lines: lines.slice(-Number(limit)) }
  },
}

export const listRequests: DevTool = {
  name: 'list_requests',
  title: 'List requests',
  description:
    'Returns the last requests to the app, the latest first: time, method, path without the query, status, duration in milliseconds, and the error that the request caused.',
  fields: {
    path: { type: 'string', description: 'Only paths that begin with this.' },
    failed: { type: 'boolean', description: 'Only responses with a status from 400 on.', default: false },
    limit: createLimit(100),
  },
  effect: 'none',
  needsDev: true,
  async run({ path = '', failed, limit }, host) {
    const running = getRunning(host)
    const errors = new Map(running.errors().map((error) => [error.requestId, error]))
    const requests = running
      .requests()
      .filter((request) => request.path.startsWith(String(path)) && (failed !== true || request.status >= 400))
    const shown = requests.slice(-Number(limit)).reverse()
    return {
      total: requests.length,
      requests: shown.map((request) => {
        const error = errors.get(request.requestId)
        if (error === undefined) return request
        const { id, name, message, route, frames } = error
        return {
          ...request,
          ...(route !== undefined && { route }),
          error: { id, title: name, message, ...findPlace(frames) },
        }
      }),
    }
  },
}

export const listLiveReads: DevTool = {
  name: 'list_live_reads',
  title: 'List live reads',
  description:
    'Returns the live reads of the app (live() in islands, and live pages), the latest first: the function with its input, or the page, the cache tags that it depends on, when it was read last, and the write that made it necessary to read it again. Also the last writes with the tags that they invalidated.',
  fields: {
    tag: { type: 'string', description: 'Only reads and writes with this tag.' },
    limit: createLimit(200),
  },
  effect: 'none',
  needsDev: true,
  async run({ tag, limit }, host) {
    const { reads, writes } = getRunning(host).live()
    const isAsked = ({ tags }: { readonly tags: readonly string[] }) => tag === undefined || tags.includes(String(tag))
    const found = reads.filter(isAsked)
    return {
      total: found.length,
      reads: found.slice(0, Number(limit)).map(({ states: [state], ...read }) => {
        const { at, refreshedBy } = state ?? {}
        return { ...read, at, ...(refreshedBy && { refreshedBy }) }
      }),
      writes: writes.filter(isAsked).slice(0, Number(limit)),
    }
  },
}

function getRunning({ running }: DevHost): RunningDev {
  if (running !== undefined) return running
  throw createToolError(
    'The app is not served. Start "npx --no-install fw dev" in its folder, request a page, and call this tool again.',
  )
}
