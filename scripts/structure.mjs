// `npm run structure`: prints measures of the repository's names, words and folders with their targets.
import { runnerImport } from 'vite'

const { measureStructure, printStructure } = (await runnerImport('./tests/structure/measures.ts')).module
const { readRepository } = (await runnerImport('./tests/structure/source-tree.ts')).module
for (const line of printStructure(measureStructure(readRepository()))) console.log(line)
