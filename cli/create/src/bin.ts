/** The `create-fw` binary: the one place that ends the process. */
import { main } from './main.ts'

process.exitCode = await main(process.argv.slice(2), process, process.cwd())
