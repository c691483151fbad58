// Builds one app again and again, each time with other files; what each came to is JSON on stdout. Read from stdin: a list
// of objects of file -> text.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { build } from '@fw/compiler'

const [root] = process.argv.slice(2)
const outcomes = []
for (const files of JSON.parse(await text(process.stdin))) {
  rmSync(join(root, 'src'), { recursive: true, force: true })
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), content)
  }
  const log = []
  const outcome = await build({ root, log: (line) => log.push(line) }).then(
    () => ({}),
    ({ name, message, diagnostics }) => ({ name, message, diagnostics }),
  )
  outcomes.push({ ...outcome, log: log.join('\n') })
}
process.stdout.write(JSON.stringify(outcomes))
