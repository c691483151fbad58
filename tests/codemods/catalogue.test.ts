import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { CODEMODS } from '../../codemods/src/catalogue.ts'
import { runCodemod } from '../../codemods/src/run.ts'
import { isVersion } from '../../codemods/src/version.ts'
import { packFiles, unpackFiles } from './packed-files.ts'
import { appOf, filesOf } from './temporary-app.ts'

const GOLDENS = fileURLToPath(new URL('../../snapshots/codemods', import.meta.url))

/** Returns the output for an input: the files, then a line `// @left <file>:<line> <reason>` for each location left. */
async function transformed(id: string, name: string, input: string) {
  const codemod = CODEMODS.find((one) => one.id === id)
  if (codemod === undefined) throw new Error(`${GOLDENS}/${id} belongs to no codemod.`)
  const only = name.endsWith('.json') ? 'package.json' : `src/${name.replace('.input', '')}`
  const root = appOf(unpackFiles(input, only))
  const { left } = await runCodemod(codemod, { root })
  const lines = left.map(
    ({ file, line, reason }) => `// @left ${file}${line === undefined ? '' : `:${line}`} ${reason}\n`,
  )
  const again = await runCodemod(codemod, { root })
  return { output: packFiles(filesOf(root), only) + lines.join(''), left, again }
}

describe.each(CODEMODS.map(({ id }) => id))('%s', (id) => {
  const folder = join(GOLDENS, id)
  const names = readdirSync(folder)
  const inputs = names.filter((name) => name.includes('.input.'))

  it.each(inputs)('CLI-29 %s becomes its output, and a second run changes nothing', async (name) => {
    const input = readFileSync(join(folder, name), 'utf8')
    const { output, left, again } = await transformed(id, name, input)
    const golden = join(folder, name.replace('.input.', '.output.'))
    if (process.env.UPDATE === '1') writeFileSync(golden, output)
    expect(output).toBe(readFileSync(golden, 'utf8'))
    expect(again.changes).toEqual([])
    expect(again.left.length).toBeLessThanOrEqual(left.length)
    if (basename(name).startsWith('stays')) expect(output).toBe(input)
  })

  it('has a case with changes, one without, and an input for every output', () => {
    expect(inputs.some((name) => name.startsWith('stays'))).toBe(true)
    expect(inputs.some((name) => !name.startsWith('stays'))).toBe(true)
    const outputs = inputs.map((name) => name.replace('.input.', '.output.'))
    expect(names.filter((name) => extname(name) !== '').sort()).toEqual([...inputs, ...outputs].sort())
  })
})

it('the catalogue has each id once, a sentence for each, and whole versions', () => {
  const ids = CODEMODS.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { id, title, release } of CODEMODS) {
    expect(title, id).toMatch(/^[A-Z].*\.$/)
    expect(release === undefined || isVersion(release), id).toBe(true)
  }
  expect(readdirSync(GOLDENS).sort()).toEqual([...ids].sort())
})
