// The files of row E, served by the framework's own host.
import { serve } from '@fw/runtime/host'
import { createFwServer } from '@fw/runtime/server'

const listening = await serve(createFwServer(), { port: 0, publicDir: process.argv[2] })
console.log(listening.url)
process.on('SIGTERM', () => process.exit(0))
