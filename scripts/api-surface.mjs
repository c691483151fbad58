// `npm run api-surface`: compares the exports of each entry point with its snapshot. `--update` writes the snapshots.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { runnerImport } from 'vite'

const { ENTRY_POINTS } = (await runnerImport('./tests/structure/entry-points.ts')).module
const { printSurface } = (await runnerImport('./tests/structure/checks/api-surface.ts')).module
const { readSurface } = (await runnerImport('./tests/structure/api-surface.ts')).module
const root = process.cwd()
const present = Object.entries(ENTRY_POINTS).filter(([, path]) => existsSync(`${root}/${path}`))
const surface = readSurface(Object.fromEntries(present.map(([entryPoint, path]) => [entryPoint, `${root}/${path}`])))
for (const [path, text] of Object.entries(printSurface(surface))) {
  if (process.argv.includes('--update')) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    console.log(path)
  } else console.log(text)
}
