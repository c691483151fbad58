// `npm run rows [-- Foundation …]`: prints how many contract rows of each issue have tests; for named issues, the rows
// without a test.
import { openSources } from './load-source.mjs'

const { load, close } = await openSources()
const rows = await load('./tests/structure/checks/rows.ts')
const tree = await load('./tests/structure/source-tree.ts')
for (const line of rows.reportRows(tree.readRepository(), process.argv.slice(2))) console.log(line)
await close()
