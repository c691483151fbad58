/** Entry point of the `create-fw` binary, the only module that sets the exit code of the process. */
import { main } from './main.ts'

// Some terminals report a width of 0 (a pseudo-terminal without a size), for which prompts would print one character a line.
if (process.stdout.isTTY && process.stdout.columns === 0)
  Object.defineProperties(process.stdout, { columns: { value: 80 }, rows: { value: 24 } })

process.exitCode = await main(process.argv.slice(2), process, process.cwd())
