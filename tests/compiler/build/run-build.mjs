// Builds the app named by the first argument; the outcome is JSON on stdout, the log on stderr.
import { build } from '@fw/compiler'

const [root, analyze] = process.argv.slice(2)
const log = (line) => process.stderr.write(`${line}\n`)
try {
  const answer = await build({ root, analyze: analyze === 'true', log })
  process.stdout.write(JSON.stringify({ ok: true, answer }))
} catch (error) {
  const { name, message, diagnostics } = error
  process.stdout.write(JSON.stringify({ ok: false, answer: { name, message, diagnostics } }))
  process.exitCode = 1
}
