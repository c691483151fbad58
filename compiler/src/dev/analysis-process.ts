/**
 * The child process of dev that runs the type checker: it needs half a gigabyte and seconds of work, which no request
 * should wait for.
 */
import module from 'node:module'
import { writeEvalSchema } from '../build/eval-schema.ts'
import { writeToolList } from '../build/tool-list.ts'
import { writeTypes } from '../build/write-generated.ts'
import { createChecker } from '../check.ts'
import { unresolvedImport } from '../rules/modules/unresolved-import.ts'
import type { AnalysisRequest, AnalysisResponse } from './analysis.ts'

const root = process.argv[2]
if (root === undefined) throw new Error('The analysis process needs the app root as its argument.')

// The CLI enables the cache in its own process; here it serves TypeScript, which the first check loads. Node 20's types
// don't declare it.
const { enableCompileCache } = module as { readonly enableCompileCache?: () => unknown }
enableCompileCache?.()

const checker = createChecker({ root })
let turn: Promise<unknown> = Promise.resolve()

process.on('message', (request: AnalysisRequest) => {
  turn = turn
    .then(() => handleRequest(request))
    .catch((error: unknown) => send({ id: request.id, failure: describeError(error) }))
})
process.on('disconnect', () => {
  if (saving !== undefined) checker.save()
  process.exit(0)
})

async function handleRequest(request: AnalysisRequest): Promise<void> {
  if (request.changed.length > 0) checker.invalidate(request.changed)
  const { diagnostics: found, ...checked } = await checker.check()
  // Dev reports a failing import when it loads the file.
  const isFailedImport = ({ code }: (typeof found)[number]) => code === unresolvedImport.code
  const failedImports = found.filter(isFailedImport)
  const result = { ...checked, diagnostics: found.filter((one) => !isFailedImport(one)), failedImports }
  await writeTypes(result.model)
  await writeEvalSchema(result.model)
  await writeToolList(result.model)
  send({ id: request.id, result })
  saveSoon()
}

/** Long enough to skip the intermediate states of a series of edits. */
const QUIET_MS = 500

let saving: NodeJS.Timeout | undefined

function saveSoon(): void {
  clearTimeout(saving)
  saving = setTimeout(() => checker.save(), QUIET_MS)
}

function send(response: AnalysisResponse): void {
  process.send?.(response)
}

function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
