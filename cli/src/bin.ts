/** Entry point of the `fw` binary, the only module that ends the process. */
import { endWithoutReader } from './broken-pipe.ts'
import { main } from './main.ts'

endWithoutReader([process.stdout, process.stderr], (code) => process.exit(code))
// Node would exit with code 13 and without a message.
process.once('beforeExit', () => {
  process.stderr.write(
    '\nFailed: The command cannot continue, because it waits for a promise of the app that nothing resolves.\n',
  )
  process.exit(1)
})
const code = await main(process.argv.slice(2), process, process.cwd())
// Flush both streams: a pipe may still have unwritten output.
await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((done) => stream.write('', done))))
process.exit(code)
