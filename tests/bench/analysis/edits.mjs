// Edits 30 api files of the app in the first argument and analyzes after each; prints the median cost of one. With the second
// argument `outputs`, types of outputs are part of it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createChecker } from '@fw/compiler'

const [root, part] = process.argv.slice(2)
const options = { outputs: part === 'outputs' }
const checker = createChecker({ root })
// An unsaved buffer bypasses the stored results: the whole app is in memory, as after a day of work.
checker.edit('src/unsaved.ts', 'export {}')
await checker.check(options)
const costs = []
for (let index = 0; index <= 30; index += 1) {
  const file = `src/server/mod${index * 7}.api.ts`
  checker.edit(file, readFileSync(join(root, file), 'utf8').replace('@maxLength 200', `@maxLength ${201 + index}`))
  const before = process.cpuUsage()
  const { model } = await checker.check(options)
  const { user, system } = process.cpuUsage(before)
  const edited = model.modules.find((module) => module.file === file)
  if (!JSON.stringify(edited).includes(`"maxLength":${201 + index}`)) throw new Error(`${file} was not read again.`)
  costs.push((user + system) / 1000)
}
// The first edit creates caches that the others use.
const sorted = costs.slice(1).sort((a, b) => a - b)
console.log(JSON.stringify({ editMs: sorted[Math.floor(sorted.length / 2)] }))
