// `npm run api-surface`: compares the exports of each entry point with its snapshot. `--update` writes the snapshots.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { openSources } from './load-source.mjs'

const { load, close } = await openSources()
const { ENTRY_POINTS } = await load('./tests/structure/entry-points.ts')
const { printSurface } = await load('./tests/structure/checks/api-surface.ts')
const { readSurface } = await load('./tests/structure/api-surface.ts')
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
await close()
