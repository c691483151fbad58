// `npm run structure`: names, words and folders of the repository beside the numbers to reach.
import { runnerImport } from 'vite'

const { measureStructure, printStructure } = (await runnerImport('./tests/house/report.ts')).module
const { readRepository } = (await runnerImport('./tests/house/source-tree.ts')).module
for (const line of printStructure(measureStructure(readRepository()))) console.log(line)
