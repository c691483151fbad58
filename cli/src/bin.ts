/** Entry point of the `fw` binary, the only module that ends the process. */
import { endWithoutReader } from './broken-pipe.ts'
import { createIo } from './io.ts'
import { printFailure } from './print-failure.ts'
import { readStartFlags } from './start/read-start-flags.ts'

endWithoutReader([process.stdout, process.stderr], (code) => process.exit(code))
// Node would exit with code 13 and without a message.
process.once('beforeExit', () => {
  process.stderr.write(
    '\nFailed: The command cannot continue, because it waits for a promise of the app that nothing resolves.\n',
  )
  process.exit(1)
})
const code = await run(process.argv.slice(2))
// Flush both streams: a pipe may still have unwritten output.
await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((done) => stream.write('', done))))
process.exit(code)

async function run(argv: readonly string[]): Promise<number> {
  const flags = readStartFlags(argv)
  if (flags === undefined) return (await import('./main.ts')).main(argv, process, process.cwd())
  const io = createIo(process)
  const { startApp } = await import('./start/start-app.ts')
  return startApp(flags, io, process.cwd()).catch((error: unknown) => printFailure(error, io))
}
