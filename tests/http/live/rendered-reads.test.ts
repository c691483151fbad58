/** Live reads of islands in pages that the server renders. */
import { afterEach, expect, test } from 'vitest'
import { readReceipt } from '../../../runtime/src/contract/live/wire.ts'
import { createFwServer, type FwServer, type FwServerOptions } from '../../../runtime/src/server.ts'
import { type CompiledRoutes, compileRoutes } from '../../runtime/page/compiled-routes.ts'

const APIS = `import { api, schema, str } from '@fw/runtime'
let runs = 0
export const who = api({ readonly: true, access: 'public', tags: ['who'], run: ({ ctx }) => \`\${ctx.userId ?? 'a visitor'} \${++runs}\` })
export const ofBoard = api({ readonly: true, access: 'public', tags: ['board-[board]'], input: schema({ board: str({ min: 2 }) }), run: ({ input }) => 'cards of ' + input.board })
export const still = api({ readonly: true, access: 'public', run: () => 'still' })
export const change = api({ access: 'public', run: () => 'changed' })
`
const ISLAND = (reads: string) => `import { live } from '@fw/runtime'
import { change, ofBoard, still, who } from './board.api.ts'
export function Board() {
  const reads = [${reads}]
  return <b>{reads.map((read) => read()).join('|')}</b>
}`

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** Renders a page with islands that make these reads. Returns the text of the first one, the receipts, and the errors. */
async function render(reads: string, options: Partial<FwServerOptions> = {}, headers: Record<string, string> = {}) {
  const routes: CompiledRoutes = compileRoutes({
    'board.api.ts': APIS,
    'board.tsx': ISLAND(reads),
    'routes/index.tsx': `import { Board } from '../board.tsx'\nexport const meta = { title: 'Board' }\nexport default () => <main><Board /><Board /></main>`,
  })
  const errors: string[] = []
  const fw: FwServer = createFwServer({
    ...routes.options,
    apis: { board: await routes.load('board.api.ts') },
    log: ({ msg, err }) => void errors.push(`${msg} ${err instanceof Error ? err.message : ''}`),
    ...options,
  } as FwServerOptions) // the api module's exports are not typed here
  ends.push(
    () => fw.close(),
    () => routes.close(),
  )
  const html = await (await fw.fetch(new Request('http://app.invalid/', { headers }))).text()
  return {
    shown: /<b [^>]*>(.*?)<\/b>/.exec(html)?.[1],
    receipts: [...html.matchAll(/live:"([^"]+)"/g)].map(([, receipt = '']) => receipt),
    html,
    errors,
  }
}

test('a read runs once in a page, with the ctx of the page, and its receipt is for this caller', async () => {
  const ctxFor = (call: { headers: Headers }) => ({ userId: call.headers.get('x-user') ?? undefined })
  const options = { ctxFor } as unknown as FwServerOptions
  const { shown, receipts, errors } = await render('live(who), live(who)', options, { 'x-user': 'ann' })
  expect([shown, receipts.length, errors]).toEqual(['ann 1|ann 1', 1, []])
})

test('the tags of a receipt have the values of the input, and a read without tags has none', async () => {
  const { shown, receipts } = await render(
    "live(ofBoard, { board: 'one' }), live(ofBoard, () => ({ board: 'two' })), live(still)",
  )
  expect(shown).toBe('cards of one|cards of two|still')
  expect(new Set(receipts.map((receipt) => readReceipt(receipt).tags)).size).toBe(2)
  expect(receipts.join()).not.toMatch(/board-|one|two/)
})

test('a read that changes data, and one with invalid input, fail the island', async () => {
  const { html, errors } = await render('live(change)')
  expect(errors.join('\n')).toContain('Set readonly: true.')
  const invalid = await render("live(ofBoard, { board: 'x' })")
  expect(invalid.errors.join('\n')).toContain('The input does not match the schema')
  expect([html, invalid.html].join()).not.toContain('changed')
})
