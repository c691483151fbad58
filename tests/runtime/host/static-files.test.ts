import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readStaticFiles, type StaticFiles } from '../../../runtime/src/host/static-files.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fw-files-'))
})
afterEach(() => {
  rmSync(root, { recursive: true, force: true })
  rmSync(`${root}.built-files.json`, { force: true })
})

/** Whether the bytes were in memory, and the form of the reply. */
async function ask(files: StaticFiles, path: string, acceptEncoding?: string) {
  const header = (name: string) => (name === 'accept-encoding' ? acceptEncoding : undefined)
  const answer = files.findReply({ method: 'GET', path, header })
  const reply = await answer
  const bytes = reply?.body instanceof Uint8Array
  return { kept: !(answer instanceof Promise), from: bytes ? 'memory' : 'disk', reply }
}

describe('the memory of static files', () => {
  test('caches the most recently used files, up to the number of bytes', async () => {
    for (let index = 0; index < 12; index += 1) writeFileSync(join(root, `${index}.bin`), Buffer.alloc(100))
    const files = await readStaticFiles(root, 1_000)
    for (let index = 0; index < 10; index += 1) expect((await ask(files, `/${index}.bin`)).kept).toBe(false)
    for (let index = 0; index < 10; index += 1) expect((await ask(files, `/${index}.bin`)).kept).toBe(true)
    await ask(files, '/10.bin')
    await ask(files, '/0.bin') // removed since, so that 1 is evicted for it
    await ask(files, '/2.bin')
    await ask(files, '/11.bin') // for which 3 is evicted, because 2 was just used
    const kept = async (index: number) => (await ask(files, `/${index}.bin`)).kept
    for (const index of [11, 10, 9, 8, 7, 6, 5, 4, 2, 0]) expect([index, await kept(index)]).toEqual([index, true])
    for (const index of [1, 3]) expect([index, await kept(index)]).toEqual([index, false])
  })

  test('leaves large files on the disk, compressed copies too', async () => {
    mkdirSync(join(root, 'assets'))
    writeFileSync(join(root, 'small.txt'), 'x'.repeat(250))
    writeFileSync(join(root, 'large.txt'), 'x'.repeat(251))
    writeFileSync(join(root, 'copied.txt'), 'x'.repeat(1_000))
    writeFileSync(join(root, 'copied.txt.br'), 'stands for a copy')
    writeFileSync(join(root, 'copied.txt.gz'), 'y'.repeat(300))
    const encoded = ['copied.txt.br', 'copied.txt.gz']
    writeFileSync(`${root}.built-files.json`, JSON.stringify({ hashed: [], encoded }))
    const files = await readStaticFiles(root, 1_000)
    const sent = async (path: string, accept?: string) => {
      const { from, reply } = await ask(files, path, accept)
      return [from, reply?.headers['content-encoding']]
    }
    expect(await sent('/small.txt')).toEqual(['memory', undefined])
    expect(await sent('/small.txt', 'br')).toEqual(['memory', 'br'])
    expect(await sent('/large.txt', 'br')).toEqual(['disk', undefined])
    expect(await sent('/copied.txt', 'br')).toEqual(['memory', 'br'])
    expect(await sent('/copied.txt', 'gzip')).toEqual(['disk', 'gzip'])
  })

  test('a missing folder, and one without a list of the build, in which hashes are guessed', async () => {
    const none = await readStaticFiles(join(root, 'none'))
    expect((await ask(none, '/a.txt')).reply).toBeUndefined()
    mkdirSync(join(root, 'assets'))
    const names = ['app-Ab3dE5fG.js', 'app.5f3a9c1b.css', 'my-stylesheet.css', 'photo-20260101.png', 'app.js']
    for (const name of names) writeFileSync(join(root, 'assets', name), 'x')
    writeFileSync(join(root, 'app-Ab3dE5fG.js'), 'x')
    const files = await readStaticFiles(root)
    const immutable: string[] = []
    for (const path of [...names.map((name) => `/assets/${name}`), '/app-Ab3dE5fG.js'])
      if (String((await ask(files, path)).reply?.headers['cache-control']).includes('immutable')) immutable.push(path)
    expect(immutable).toEqual(['/assets/app-Ab3dE5fG.js', '/assets/app.5f3a9c1b.css'])
  })
})
