import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppCopy, buildApp, copyFixture } from './app-copy.ts'

let app: AppCopy
let outside: string
beforeAll(() => {
  app = copyFixture()
  outside = realpathSync(mkdtempSync(join(tmpdir(), 'fw-outside-')))
  writeFileSync(join(outside, 'secret.txt'), 'private')
})
afterAll(() => {
  app.remove()
  rmSync(outside, { recursive: true, force: true })
})

function write(file: string, text: string): void {
  mkdirSync(dirname(app.path(file)), { recursive: true })
  app.write(file, text)
}

// The second app has no browser code, for which no bundle is made.
test.each(['an app with islands', 'an app without islands'])(
  'a build of %s copies no dotfile, no path of the framework and no link out of public/, and logs this',
  { timeout: 120_000 },
  async (kind) => {
    if (kind === 'an app without islands') {
      write('src/routes/index.tsx', 'export default function Home() {\n  return <h1>Home</h1>\n}\n')
      rmSync(app.path('src/components/counter.tsx'))
    } else {
      for (const file of ['public/.env', 'public/.git/config', 'public/docs/.htpasswd', 'public/docs/.well-known/x'])
        write(file, 'private')
      for (const file of ['public/_fw/api/shop', 'public/docs/_fw', 'public/docs/vendor.js.MAP']) write(file, 'text')
      symlinkSync(app.path('public/_fw'), app.path('public/calls'))
      symlinkSync(app.path('public/docs/vendor.js.MAP'), app.path('public/vendor.js'))
      for (const file of ['public/.well-known/security.txt', 'public/docs/a.txt']) write(file, 'for everybody')
      symlinkSync(join(outside, 'secret.txt'), app.path('public/link.txt'))
      symlinkSync(outside, app.path('public/folder'))
      symlinkSync(app.path('package.json'), app.path('public/package.json'))
      symlinkSync(app.path('nothing'), app.path('public/nowhere'))
      symlinkSync(app.path('public/hello.txt'), app.path('public/again.txt'))
      symlinkSync(app.path('public/docs'), app.path('public/latest'))
      symlinkSync(app.path('public'), app.path('public/docs/up'))
      symlinkSync(app.path('public/.env'), app.path('public/settings.txt'))
      symlinkSync(app.path('public/.git'), app.path('public/history'))
    }
    const { ok, log } = await buildApp(app.root)
    expect(ok, log).toBe(true)
    const copied = app.list('dist/client').filter((file) => !file.startsWith('assets/') && !/\.(?:br|gz)$/.test(file))
    expect(copied).toEqual([
      '.well-known/security.txt',
      'again.txt',
      'docs/_fw',
      'docs/a.txt',
      'docs/vendor.js.MAP',
      'hello.txt',
      'icon.svg',
      'latest/_fw',
      'latest/a.txt',
      'latest/vendor.js.MAP',
    ])
    expect(app.read('dist/client/again.txt')).toBe('plain file\n')
    const skipped =
      '.env .git _fw calls docs/.htpasswd docs/.well-known docs/up folder latest/.htpasswd latest/.well-known latest/up'
    const names = `${skipped} history link.txt nowhere package.json settings.txt vendor.js`.split(' ').sort()
    expect(log).toContain(`Not copied: ${names.map((name) => `public/${name}`).join(', ')}.`)
  },
)
