/** Entry point of the `fw` binary, the only module that ends the process. */
import { endWithoutReader } from './broken-pipe.ts'
import { main } from './main.ts'

endWithoutReader([process.stdout, process.stderr], (code) => process.exit(code))
const code = await main(process.argv.slice(2), process, process.cwd())
// Flush both streams: a pipe may still have unwritten output.
await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((done) => stream.write('', done))))
process.exit(code)
