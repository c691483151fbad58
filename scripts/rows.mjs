// `npm run rows [-- Foundation …]`: prints how many contract rows of each issue have tests; for named issues, the rows
// without a test.
import { runnerImport } from 'vite'

const rows = await runnerImport('./tests/structure/checks/rows.ts')
const tree = await runnerImport('./tests/structure/source-tree.ts')
for (const line of rows.module.reportRows(tree.module.readRepository(), process.argv.slice(2))) console.log(line)
