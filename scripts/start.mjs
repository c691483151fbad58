// `npm start`: builds the packages and the shop, and serves it on PORT, or else on 3000 or a free port.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const shop = fileURLToPath(new URL('../playground/shop', import.meta.url))
const fw = fileURLToPath(new URL('../cli/bin/fw.js', import.meta.url))

must(['scripts/build-packages.mjs'], root)
must([fw, 'build'], shop)

const port = process.env.PORT ?? String((await freePort(3000)) ?? (await freePort(0)))
// In production the shop refuses to sign sessions with its demo secret. Each start has its own secret: a restart signs
// visitors out, and the secret can't leak.
const env = { ...process.env, SESSION_SECRET: process.env.SESSION_SECRET || randomBytes(32).toString('base64url') }
const server = spawn(process.execPath, [fw, 'start', '--port', port], { cwd: shop, env, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)
})

function must(args, cwd) {
  const { status } = spawnSync(process.execPath, args, { cwd, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

/** Returns the port if it is free, or `undefined`; 0 lets the system choose. */
function freePort(wanted) {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(undefined))
    probe.listen(wanted, () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
