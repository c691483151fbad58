/**
 * Formats errors of the app for dev's terminal: the position in the sources, the lines around it, and only the app's
 * own frames.
 */
import { escapeHidden, type LogLine } from '@fw/runtime/contract'
import { prettyLine } from '@fw/runtime/tooling'
import { sourceDiagnostics } from '../build/source-failure.ts'
import { frameText, serverFrames } from '../build/stack-frames.ts'
import type { DevFrame } from '../overlay/dev-error.ts'
import { failureText } from './failure-response.ts'

const MAX_CAUSES = 5
const MAX_ERRORS = 10

/** Formats a line of the server's log; paths are relative to the app at `root`. */
export function formatDevLine({ err, ...line }: LogLine, root: string): string {
  if (err === undefined) return prettyLine(line)
  try {
    return [prettyLine(line), ...errorText(err, root).map((text) => (text === '' ? '' : `    ${text}`))].join('\n')
  } catch {
    // Reading a thrown value may throw again.
    return prettyLine({ ...line, err })
  }
}

function errorText(thrown: unknown, root: string, depth = 0): readonly string[] {
  if (!(thrown instanceof Error))
    return prettyLine({ time: '', level: 'info', msg: '', err: thrown }).trim().split('\n')
  // An error of Vite's compilation has its own position and frame; its stack is Vite's.
  if (('id' in thrown && 'plugin' in thrown) || sourceDiagnostics(thrown, root).length > 0)
    return printable(failureText(thrown, root))
  const frames = serverFrames(thrown.stack ?? '', root)
  const code = frameText(frames, root)
  const { cause } = thrown
  const causes = cause === undefined || depth === MAX_CAUSES ? [] : ['caused by', ...errorText(cause, root, depth + 1)]
  const all = thrown instanceof AggregateError && depth < MAX_CAUSES ? thrown.errors.slice(0, MAX_ERRORS) : []
  return [
    ...printable(`${thrown.name}: ${thrown.message}`.replaceAll(`${root}/`, '')),
    ...(code === undefined ? [] : ['', ...printable(code), '']),
    ...stackText(frames),
    ...causes,
    ...all.flatMap((error) => errorText(error, root, depth + 1).map((text) => `  ${text}`)),
  ]
}

/** Returns the app's frames, with the number of hidden frames between them; all frames if none is the app's. */
function stackText(frames: readonly DevFrame[]): readonly string[] {
  const hasApp = frames.some(({ isApp }) => isApp)
  const lines: string[] = []
  let hidden = 0
  const flush = (): void => {
    if (hidden > 0) lines.push(`    … ${hidden} ${hidden === 1 ? 'frame' : 'frames'} of packages`)
    hidden = 0
  }
  for (const frame of frames) {
    if (hasApp && !frame.isApp) {
      hidden += 1
      continue
    }
    flush()
    const at = `${frame.file}:${frame.line}:${frame.column}`
    lines.push(escapeHidden(frame.function === undefined ? `    at ${at}` : `    at ${frame.function} (${at})`))
  }
  flush()
  return lines
}

/** An app's message may contain control characters for the terminal. */
function printable(text: string): readonly string[] {
  return escapeHidden(text, '\n').split('\n')
}
