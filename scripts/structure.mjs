// `npm run structure`: prints measures of the repository's names, words and folders with their targets.
import { openSources } from './load-source.mjs'

const { load, close } = await openSources()
const { measureStructure, printStructure } = await load('./tests/structure/measures.ts')
const { readRepository } = await load('./tests/structure/source-tree.ts')
for (const line of printStructure(measureStructure(readRepository()))) console.log(line)
await close()
