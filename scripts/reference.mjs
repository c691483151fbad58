// `npm run reference`: lists pages of `docs/reference` that differ from the sources. `--update` writes them.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { openSources } from './load-source.mjs'

const { load, close } = await openSources()
const { ENTRY_POINTS } = await load('./tests/structure/entry-points.ts')
const { readSurface } = await load('./tests/structure/api-surface.ts')
const { readRepository, printViolations } = await load('./tests/structure/source-tree.ts')
const { checkReference, printReference } = await load('./tests/structure/checks/reference.ts')
const root = process.cwd()
const present = Object.entries(ENTRY_POINTS).filter(([, path]) => existsSync(`${root}/${path}`))
const surface = readSurface(Object.fromEntries(present.map(([entryPoint, path]) => [entryPoint, `${root}/${path}`])))
const files = readRepository()
const pages = printReference(surface, files)
const violations = checkReference(pages, files)
if (process.argv.includes('--update')) {
  for (const { file } of violations.filter(({ file }) => file in pages)) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, pages[file])
    console.log(file)
  }
} else {
  for (const line of printViolations(violations)) console.log(line)
  process.exitCode = violations.length > 0 ? 1 : 0
}
await close()
