/** Finds what Workers don't support in the code and the configuration of an app, with its position. */
import { SetupError } from '@fw/runtime/contract'
import type { Rolldown } from 'vite'
import { importSpan, sourceText } from '#analyze/modules/source-places.ts'
import type { AppPaths } from '#build/app-paths.ts'
import { createSpan } from '#diagnostic/code-frame.ts'
import type { SourceSpan } from '#model.ts'
import { isBelow } from '#slash-path.ts'
import type { TargetOutput } from '../build-target.ts'

const FILES = 'a Worker has no files. Import the content as a module, or put it into public/.'
const PROCESSES = 'a Worker starts no processes or threads. Call another service, or use a queue.'
const MISSING = "the runtime of Workers doesn't have it. Remove the import."

/** Modules of Node that Workers lack, or have without a function. https://developers.cloudflare.com/workers/runtime-apis/nodejs/ */
const MODULES: Readonly<Record<string, string>> = {
  fs: FILES,
  'fs/promises': FILES,
  sqlite: 'a Worker has no files. Use a D1 database, or another database with an HTTP interface.',
  child_process: PROCESSES,
  cluster: PROCESSES,
  worker_threads: PROCESSES,
  ...Object.fromEntries(
    ['dgram', 'http2', 'inspector', 'repl', 'trace_events', 'v8', 'vm', 'wasi'].map((name) => [name, MISSING]),
  ),
}

interface FoundImport {
  /** Relative to the app. */
  readonly file: string
  readonly specifier: string
}

const foundBy = new WeakMap<AppPaths, FoundImport[]>()

/** Records the imports of the app's server code. */
export function recordImports(paths: AppPaths): Rolldown.Plugin {
  const found: FoundImport[] = []
  foundBy.set(paths, found)
  return {
    name: 'fw:worker-imports',
    resolveId: {
      order: 'pre',
      handler(specifier, importer) {
        const file = importer?.replace(/\?.*$/, '')
        if (file === undefined || /^[./#\0]/.test(specifier)) return
        if (isBelow(paths.root, file) && !file.includes('/node_modules/'))
          found.push({ file: file.slice(paths.root.length + 1), specifier })
      },
    },
  }
}

/** Throws a `SetupError` with all positions. */
export function refuseUnsupported({ paths, model, packages }: TargetOutput): void {
  const { root } = paths
  const lines: string[] = []
  const refuse = (span: SourceSpan, problem: string) =>
    lines.push(`  ${span.file}:${span.line}:${span.column} ${problem}`)
  const native = new Set(packages.filter((name) => !name.includes(':')))
  for (const { file, specifier } of foundBy.get(paths) ?? []) {
    const advice = MODULES[specifier.replace(/^node:/, '')]
    if (advice !== undefined) refuse(importSpan(root, file, specifier), `imports "${specifier}", but ${advice}`)
    else if (native.has(specifier))
      refuse(
        importSpan(root, file, specifier),
        `imports the package "${specifier}", which has native code for Node. Use one that runs in Workers: for SQL, a D1 database or another one with an HTTP interface.`,
      )
  }
  const { data, cache } = model.config
  const store = typeof cache === 'object' ? cache.store : undefined
  const file = model.files.config ?? 'fw.config.ts'
  if (data !== undefined)
    refuse(
      findField(root, file, 'data'),
      'sets "data", but a Worker stores the data of the framework in durable objects, or in a D1 database with the binding FW_D1. Remove it for this target.',
    )
  if (store !== undefined && store !== 'memory')
    refuse(
      findField(root, file, 'store'),
      'sets "cache.store", but connections of a Worker end with a request. Remove it for this target.',
    )
  for (const span of findShortIntervals(root, model.files.schedules))
    refuse(span, 'runs at seconds, but Cloudflare calls a Worker at most once a minute. Use minutes.')
  if (lines.length > 0)
    throw new SetupError(['Cloudflare Workers do not support this app:', ...[...new Set(lines)].sort()].join('\n'))
}

function findField(root: string, file: string, name: string): SourceSpan {
  const text = sourceText(root, file)
  const at = new RegExp(`\\b${name}\\s*:`).exec(text)?.index ?? 0
  return createSpan(file, text, at, at + name.length)
}

/** `every` in seconds, and `cron` with a sixth field. */
function findShortIntervals(root: string, file: string | undefined): readonly SourceSpan[] {
  if (file === undefined) return []
  const text = sourceText(root, file)
  return [/\bevery\s*:\s*["'`]\d+\s*s["'`]/g, /\bcron\s*:\s*["'`]\S+(?: +\S+){5}["'`]/g].flatMap((written) =>
    [...text.matchAll(written)].map(({ 0: found, index }) => createSpan(file, text, index, index + found.length)),
  )
}
