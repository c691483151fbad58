import { readdirSync } from 'node:fs'
import { it } from 'vitest'
import { readCpuMs, startWorkerd } from './servers/workerd.ts'
it('tries', async () => {
  const folder = process.env.TRY as string
  const names = readdirSync(folder, { recursive: true }).map(String).filter((n) => n.endsWith('.js'))
  const modules = ['cloudflare.js', ...names.filter((n) => n !== 'cloudflare.js')]
  const w = await startWorkerd({ folder, modules, objects: { FW_DATA: 'FwData', FW_STREAMS: 'FwStreams' } }).catch((e) => { console.log(String(e)); throw e })
  const before = readCpuMs(w.pid)
  const t = performance.now()
  const r = await fetch(`${w.url}/`)
  console.log('first', r.status, performance.now() - t, 'cpu', before, readCpuMs(w.pid) - before)
  console.log((await r.text()).slice(0, 300), Object.fromEntries(r.headers))
  for (const [path, init] of [
    ['/about', {}], ['/nope', {}], ['/_fw/ready', {}], ['/_fw/health', {}], ['/llms.txt', {}], ['/_fw/manifest?path=/', {}],
    ['/_fw/api/notes.search', { method: 'POST', headers: { 'content-type': 'application/json', origin: w.url }, body: '{"query":""}' }],
    ['/_fw/api/notes.clear', { method: 'POST', headers: { 'content-type': 'application/json', 'x-fw-origin': 'agent' }, body: '{}' }],
    ['/_fw/proposals', {headers: {accept: 'application/json'}}],
    ['/_fw/mcp', { method: 'POST', headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }, body: '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}' }],
    ['/.well-known/agent-card.json', {}],
  ] as const) {
    const r = await fetch(w.url + path, init as RequestInit)
    console.log(path, r.status, (await r.text()).slice(0, 300))
  }
  console.log(w.output)
  await w.close()
}, 60000)
