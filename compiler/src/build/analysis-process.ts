/** The child process of dev that holds the type checker: half a gigabyte and seconds of work that no request waits behind. */
import { createChecker } from '../check.ts'
import type { AnalysisAnswer, AnalysisQuestion } from './analysis.ts'
import { analysisKey, writeAnalysis } from './analysis-cache.ts'
import { writeTypes } from './write-generated.ts'

const root = process.argv[2]
if (root === undefined) throw new Error('The analysis process needs the app root as its argument.')

const appRoot = root
const checker = createChecker({ root })
let turn: Promise<unknown> = Promise.resolve()

process.on('message', (question: AnalysisQuestion) => {
  turn = turn
    .then(() => answer(question))
    .then(send, (error: unknown) => send({ id: question.id, failure: textOf(error) }))
})
process.on('disconnect', () => process.exit(0))

async function answer(question: AnalysisQuestion): Promise<AnalysisAnswer> {
  if (question.changed.length > 0) checker.invalidate(question.changed)
  const key = await analysisKey(appRoot)
  const { model, diagnostics } = await checker.check()
  const result = { model, diagnostics }
  await writeTypes(model)
  await writeAnalysis(appRoot, key, result)
  return { id: question.id, result }
}

function send(answer: AnalysisAnswer): void {
  process.send?.(answer)
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
