import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appPaths } from '../../../compiler/src/build/app-paths.ts'
import { scanApp } from '../../../compiler/src/build/scan-app.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'fw-scan-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function touch(...files: string[]): Promise<void> {
  for (const file of files) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), '')
  }
}

const scan = () => scanApp(appPaths(root, {}), {})

test('routes carry their pattern and the layouts around them, outermost first', async () => {
  await touch(
    'src/routes/_layout.tsx',
    'src/routes/index.tsx',
    'src/routes/orders/_layout.tsx',
    'src/routes/orders/[id].tsx',
    'src/routes/_404.tsx',
    'src/routes/_500.tsx',
  )
  const routes = scan().routes.map(({ filePath, kind, pattern, layouts }) => [filePath, kind, pattern, layouts])
  expect(routes).toEqual([
    ['_404.tsx', 'not-found', undefined, ['_layout.tsx']],
    ['_500.tsx', 'error', undefined, []],
    ['_layout.tsx', 'layout', undefined, []],
    ['index.tsx', 'page', '/', ['_layout.tsx']],
    ['orders/[id].tsx', 'page', '/orders/[id]', ['_layout.tsx', 'orders/_layout.tsx']],
    ['orders/_layout.tsx', 'layout', undefined, []],
  ])
})

test('api modules are the files directly in the server folder', async () => {
  await touch('src/server/shop.api.ts', 'src/server/db.ts', 'src/server/deep/other.api.ts')
  expect(scan().modules).toEqual([{ module: 'shop', file: 'src/server/shop.api.ts', apis: [] }])
})

test('convention files are listed if they exist; an empty folder is an app without any', async () => {
  expect(scan()).toMatchObject({ modules: [], routes: [], files: {} })
  await touch('src/ctx.ts', 'src/styles.css')
  expect(scan().files).toMatchObject({ ctx: 'src/ctx.ts', styles: 'src/styles.css', session: undefined })
})

test('CFG-21 CNV-17 the WebSocket endpoint is src/ws.ts, unless the config names another module', async () => {
  await touch('src/ws.ts', 'src/live/socket.ts')
  expect(scan().files.websocket).toBe('src/ws.ts')
  const named = (websocket: string) => scanApp(appPaths(root, { websocket }), { websocket }).files.websocket
  expect(named('src/live/socket.ts')).toBe('src/live/socket.ts')
  expect(named('./src/live/socket.ts')).toBe('src/live/socket.ts')
})
