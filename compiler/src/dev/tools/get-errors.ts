/** `get_errors`: everything that is wrong now. */
import type { DevError, DevFrame } from '#overlay/dev-error.ts'
import type { DevTool } from './dev-tool.ts'
import { createLimit } from './dev-tool.ts'
import { describeFinding, formatPlace } from './findings.ts'

export const getErrors: DevTool = {
  name: 'get_errors',
  title: 'Get errors',
  description:
    'Returns the current errors of the app with code frames: violations of rules, files that fail to compile or load, and errors that pages, islands, calls and browsers have thrown since the last edit. An edit removes the errors that it may have fixed, so request the page or call the tool again to see whether an error is fixed.',
  fields: { limit: createLimit(50) },
  effect: 'none',
  async run({ limit }, host) {
    const { diagnostics } = await host.analyze()
    const findings = diagnostics.filter(({ severity }) => severity === 'error').map(describeFinding)
    const thrown = host.running?.errors().filter(({ kind }) => kind !== 'diagnostic') ?? []
    const errors = [...findings, ...thrown.map(describeThrownError)]
    return {
      total: errors.length,
      errors: errors.slice(0, Number(limit)),
      ...(host.running === undefined && { note: NOT_SERVED }),
    }
  },
}

const NOT_SERVED =
  'Only violations of rules are known, because "fw dev" is not running for this app. Errors of pages, calls and browsers need it.'

const MAX_FRAMES = 8

/** Describes an error of the running app, without the fields that only the overlay uses. */
export function describeThrownError(error: DevError): object {
  const { id, kind, name, message, code, count, frames, codeFrame, causes, docs } = error
  const { method, path, route, page, layouts, island, call, intent, markup, bindings, requestId } = error
  return {
    id,
    kind,
    ...(code !== undefined && { code }),
    ...findPlace(frames),
    title: name,
    message,
    ...(codeFrame !== undefined && { frame: codeFrame }),
    count,
    ...Object.fromEntries(
      Object.entries({ method, path, route, page, layouts, island, call, intent, markup, bindings, requestId }).filter(
        ([, value]) => value !== undefined,
      ),
    ),
    stack: frames.slice(0, MAX_FRAMES).map(formatFrame),
    ...(causes.length > 0 && {
      causes: causes.map((cause) => ({
        title: cause.name,
        message: cause.message,
        stack: cause.frames.slice(0, MAX_FRAMES).map(formatFrame),
      })),
    }),
    ...(docs !== undefined && { docs }),
  }
}

/** Returns the first position in the app's own files. */
export function findPlace(frames: readonly DevFrame[]): { readonly at?: string } {
  const place = frames.find(({ isApp }) => isApp)
  return place === undefined ? {} : { at: formatPlace(place) }
}

function formatFrame(frame: DevFrame): string {
  return frame.function === undefined ? formatPlace(frame) : `${frame.function} (${formatPlace(frame)})`
}
