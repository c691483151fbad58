/** Runs the examples of `docs/guide/proposals.md` unchanged. Its other statements are tested in `proposal*.test.ts`. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { describeTransports } from '../transports.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const page = readFileSync(join(root, 'docs/guide/proposals.md'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'fw-doc-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** `curl …` and the response in the comment below it. */
const calls = [...page.matchAll(/^curl localhost:3000(\S+) (.*)\n# (.*)$/gm)].map(
  ([, path = '', options = '', answer = '']) => ({
    path,
    headers: Object.fromEntries(
      [...options.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name = '', value = '']) => [name, value]),
    ),
    body: /-d '([^']*)'/.exec(options)?.[1] ?? '',
    answer,
  }),
)

/** Loads the example that has this name in the page. */
async function loadExample(name: string): Promise<Record<string, unknown>> {
  const blocks = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)
  const code = blocks.find((block) => block.startsWith(`// src/server/${name}\n`)) ?? ''
  const file = join(folder, name)
  writeFileSync(file, code.replace("'@fw/runtime'", JSON.stringify(join(root, 'runtime/src/index.ts'))))
  return (await import(file)) as Record<string, unknown>
}

describeTransports('the page about proposals', (start) => {
  test('the example responds as documented', async () => {
    const client = await start({ apis: { bank: await loadExample('bank.api.ts') } })
    let id = ''
    for (const { path, headers, body, answer } of calls) {
      const response = await client.request(path, { method: 'POST', headers, body: body.replace('…', id) })
      const text = await response.text()
      const pattern = answer.split('…').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
      expect(text).toMatch(new RegExp(`^${pattern.join('[\\w-]+')}$`))
      id = /"id":"([\w-]+)"/.exec(text)?.[1] ?? id
    }
    expect(calls).toHaveLength(5)
  })

  test('a client reads the documented text about a call', async () => {
    const client = await start({
      apis: { desk: await loadExample('desk.api.ts') },
      siteUrl: 'https://shop.example.com',
      now: () => Date.parse('2026-11-28T12:00:00Z'),
    })
    const params = { name: 'desk__send', arguments: { to: 'ada@example.com', cents: 1250, currency: 'EUR' } }
    const { body } = await client.post('/_fw/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const { content } = body.result as { content: { text: string }[] }
    const [text = ''] = /(?<=^```text\n)[\s\S]*?(?=\n```$)/m.exec(page) ?? []
    expect(text).toContain('Receiver')
    expect(content[0]?.text.replace(/id=[\w-]+/, 'id=…')).toContain(`\n${text}\n`)
  })
})
