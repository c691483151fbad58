import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { openPrograms } from '../../../compiler/src/program/app-programs.ts'
import { temporaryApp } from '../temporary-app.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const EDITS = 8

it('edits retain only the last programs', { timeout: 60_000 }, async () => {
  const { root } = temporaryApp({ 'src/a.ts': 'export const a = 0\n' })
  const file = join(root, 'src/a.ts')
  const programs = openPrograms(root, () => undefined)
  const opened: WeakRef<object>[] = []
  for (let edit = 0; edit < EDITS; edit += 1) {
    programs.edit(file, `export const a = ${edit}\n`)
    opened.push(new WeakRef(programs.snapshot('lean', [file]).program))
    // A reference is strong until the end of the job that has created it.
    await new Promise((resolve) => setTimeout(resolve))
  }
  collectGarbage()
  expect(opened.filter((program) => program.deref() !== undefined).length).toBeLessThanOrEqual(2)
  expect(programs.snapshot('lean', []).program.getSourceFile(file)?.text).toBe(`export const a = ${EDITS - 1}\n`)
})
