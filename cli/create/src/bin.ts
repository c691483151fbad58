/** Entry point of the `create-fw` binary, the only module that sets the exit code of the process. */
import { main } from './main.ts'

process.exitCode = await main(process.argv.slice(2), process, process.cwd())
