// `npm run rows [-- Foundation …]`: how many rows of the contract each issue has covered; with issues named, their open rows.
import { runnerImport } from 'vite'

const rows = await runnerImport('./tests/house/gates/rows.ts')
const tree = await runnerImport('./tests/house/source-tree.ts')
for (const line of rows.module.reportRows(tree.module.readRepository(), process.argv.slice(2))) console.log(line)
