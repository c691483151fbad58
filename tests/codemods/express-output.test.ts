/** Apis that replace routes of Express compile, and their errors reach the caller. */
import { it } from 'vitest'
import { type CodemodCase, checkCase } from './codemod-case.ts'

const written = (title: string, code: string, expected: Omit<CodemodCase, 'id' | 'title' | 'files'>): CodemodCase => ({
  id: 'express-routes-to-api',
  title,
  files: {
    'package.json': '{ "name": "app", "type": "module", "dependencies": { "express": "5" } }\n',
    'src/app.ts': `import express from 'express'\nconst app = express()\n${code}`,
  },
  ...expected,
})

const route = (body: string) => `/** Lists the users. */
app.get('/users', async (req, res, next) => {
  ${body}
})
`

const CASES: readonly CodemodCase[] = [
  written(
    'rethrows a response in the catch clause around it, once',
    route(`try {
    if (!req.query.key) return res.status(401).end()
    if (req.query.key !== 'a') return res.status(403).json({ error: 'No.' })
    await log()
  } catch (error) {
    console.error(error)
  }
  res.json([])`),
    {
      lines: [],
      contains: [
        `throw new FwError('forbidden', { message: 'No.' })`,
        `    } catch (error) {\n      if (error instanceof FwError) throw error\n      console.error(error)\n    }\n`,
      ],
    },
  ),
  written(
    'rethrows it in all clauses, with and without a variable',
    route(`try {
    try { if (!req.query.key) return res.sendStatus(403) } catch { log(error) }
  } catch ({ message }) {
    log(message)
  }
  try { if (!req.query.name) return res.sendStatus(404) } catch {}
  res.json([])`),
    {
      lines: [],
      contains: [
        'catch (error2) { if (error2 instanceof FwError) throw error2; log(error) }',
        '} catch (error) {\n      if (error instanceof FwError) throw error\n      const { message } = error\n      log(message)',
        'catch (error) { if (error instanceof FwError) throw error }',
      ],
    },
  ),
  written(
    'leaves a clause that passes every error on',
    route(`try {
    if (!req.query.key) return next(new Error('no'))
    res.json([])
  } catch (error) {
    log(error)
    next(error)
  }`),
    { lines: [], contains: [`throw new Error('no')`, 'log(error)\n      throw error'], without: ['instanceof'] },
  ),
  written(
    'leaves a route whose catch clause would receive its error',
    route(`try { if (!req.query.key) return next(new Error('no')) } catch (error) { log(error) }\n  res.json([])`),
    { lines: ['/** Lists the users. */'], contains: ['Pass this error on outside of the try statement'] },
  ),
  ...[`next('route')`, 'next(null)', 'next(findError(req.query.key))', `next(error)`].map((code) =>
    written(`${code} of a route`, route(`if (!req.query.key) return ${code}\n  res.json([])`), {
      lines: code.includes('findError') ? [] : ['/** Lists the users. */'],
      contains: code.includes('findError') ? ['throw findError(input.key)'] : [`return ${code}`],
    }),
  ),
  written(
    'arguments of a function',
    `/** Lists the users. */\napp.get('/users', function (req, res) { res.json(arguments.length) })\n${route('res.json([])')}`,
    { lines: ['/** Lists the users. */'], contains: ['res.json(arguments.length)'] },
  ),
  ...[
    `if (process.env.NODE_ENV !== 'test') app.listen(3000)`,
    `if (!import.meta.vitest && process.env.PORT) app.listen(process.env.PORT)`,
  ].map((code) =>
    written(`removes ${code}`, `${route('res.json([])')}${code}\n`, {
      lines: [],
      contains: ['export const getUsers'],
      without: ['if (', 'express'],
    }),
  ),
  written(
    'leaves an if with more code than the server',
    `${route('res.json([])')}if (start()) app.listen(3000)\nif (process.env.PORT) app.listen(1)\nelse log()\n`,
    { lines: ['if (start())', 'if (process.env.PORT)'], contains: ['app.listen(3000)', 'app.listen(1)'] },
  ),
  written(
    'imports under another name',
    `interface Call { id: string }\nexport const call: Call = { id: '' }\nconst api = express.Router()\napi.use(check)\n${route('res.json(req.query.key)')}`,
    {
      lines: ['api.use(check)'],
      contains: [
        `import { api as defineApi, type Call as ApiCall } from '@fw/runtime'`,
        'export const getUsers = defineApi({',
        '{ input }: ApiCall<GetUsersInput>',
      ],
    },
  ),
]

it.each(CASES)('Express: $title', checkCase)
