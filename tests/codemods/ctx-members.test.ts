import { describe, expect, it } from 'vitest'
import { addCtxMembers, defineCodemod, runCodemod } from '../../codemods/src/index.ts'
import { appOf, filesOf } from './temporary-app.ts'

/** Adds `getUser` to an app, twice, and returns `src/ctx.ts` and the outcomes. */
async function add(text?: string) {
  const outcomes: string[] = []
  const codemod = defineCodemod({
    id: 'add-user',
    title: 'Adds the user.',
    transform: (app) => void outcomes.push(addCtxMembers(app, { reader: 'getUser', module: './auth.ts' })),
  })
  const root = appOf({ 'src/auth.ts': '', ...(text !== undefined && { 'src/ctx.ts': text }) })
  await runCodemod(codemod, { root })
  const { changes } = await runCodemod(codemod, { root })
  expect(changes).toEqual([])
  return { outcomes, text: filesOf(root)['src/ctx.ts'] }
}

const IMPORT = "import { getUser } from './auth.ts'\n\n"

describe('addCtxMembers', () => {
  it.each([
    [
      'an arrow function',
      'export default (request: Request) => ({ origin: request.url })\n',
      'export default async (request: Request) => ({ origin: request.url, ...(await getUser(request)) })\n',
    ],
    [
      'a function with statements',
      'export default function ctxFor(req: Request) {\n  const a = 1\n  return { a }\n}\n',
      'export default async function ctxFor(req: Request) {\n  const a = 1\n  return { a, ...(await getUser(req)) }\n}\n',
    ],
    [
      'no parameter',
      'export default async () => ({})\n',
      'export default async (req: Request) => ({ ...(await getUser(req)) })\n',
    ],
  ])('%s', async (_, before, after) => {
    expect(await add(before)).toEqual({ outcomes: ['added', 'present'], text: IMPORT + after })
  })

  it('creates a missing file', async () => {
    const { text } = await add()
    expect(text).toContain('export default async (req: Request) => ({ ...(await getUser(req)) })')
  })

  it.each([
    ['several returns', 'export default (req: Request) => {\n  if (req.url) return { a: 1 }\n  return { a: 2 }\n}\n'],
    ['a destructured request', 'export default ({ url }: Request) => ({ url })\n'],
    ['an imported function', "import { read } from './read.ts'\nexport default read\n"],
  ])('does not change %s', async (_, text) => {
    expect(await add(text)).toEqual({ outcomes: ['unreadable', 'unreadable'], text })
  })
})
