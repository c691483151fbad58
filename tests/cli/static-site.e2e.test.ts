import { spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type StaticTestApp, staticApp } from '../compiler/static/static-app.ts'
import { FW } from '../playground/built-example.ts'

let app: StaticTestApp
let site: { readonly url: string; stop(): Promise<void> }
beforeAll(async () => {
  app = staticApp({
    'src/routes/index.tsx': 'export default () => <h1>Home</h1>\n',
    'src/routes/_404.tsx': 'export default () => <h1>Nothing here</h1>\n',
    'src/routes/tea/[name].tsx':
      "export const staticParams = [{ name: 'café' }]\nexport default (props) => <h1>{props.params.name}</h1>\n",
  })
  await app.build()
  site = await start(app.root)
})
afterAll(async () => {
  await site.stop()
  app.remove()
})

async function start(cwd: string): Promise<typeof site> {
  const env = { ...process.env, NODE_ENV: 'production' }
  const child = spawn(process.execPath, [FW, 'start', '--port', '0', '--host', '127.0.0.1'], { cwd, env })
  let printed = ''
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text
        const found = /http:\/\/[^\s/]+:\d+/.exec(printed)
        if (found !== null) resolve(found[0])
      })
    child.once('exit', (code) => reject(new Error(`fw start ended with ${code}:\n${printed}`)))
  })
  return {
    url,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

test.each([
  ['/', 200, '<h1>Home</h1>'],
  ['/tea/caf%C3%A9', 200, '<h1>café</h1>'],
  ['/tea/caf%C3%A9/', 200, '<h1>café</h1>'],
  ['/tea/caf%C3%A9.md', 200, '# café'],
  ['/tea', 404, '<h1>Nothing here</h1>'],
  ['/tea/..%2f..%2fstatic.json', 404, ''],
  ['/static.json', 404, '<h1>Nothing here</h1>'],
])('fw start serves a static site: %s is %i', async (path, status, text) => {
  const response = await fetch(`${site.url}${path}`)
  expect(response.status).toBe(status)
  expect(await response.text()).toContain(text)
})

test('fw start does not serve half a site', async () => {
  app.write({ 'src/routes/broken.tsx': "export default () => { throw new Error('cold') }\n" })
  await app.buildBroken()
  await expect(start(app.root)).rejects.toThrow(/fw build/)
})
