import { expect, it } from 'vitest'
import { check } from '../../compiler/src/index.ts'
import { temporaryApp } from './temporary-app.ts'

it('CNV-07 an app that was built before is checked like a new one: what was generated then does not count', async () => {
  const { diagnostics, model } = await check(
    temporaryApp({
      '.fw/types/register.d.ts':
        "export {}\ndeclare module '@fw/runtime' { interface Register { ctx: { old: true } } }\n",
      'src/ctx.ts': 'export default () => ({ userId: 1 })\n',
      'src/server/me.api.ts': `import { api, type Call } from '@fw/runtime'

/** Who is calling. */
export const whoami = api({ run: async ({ ctx }: Call) => ({ id: ctx.userId }) })
`,
    }),
  )
  expect(diagnostics).toEqual([])
  expect(model.modules[0]?.apis[0]?.output).toMatchObject({ schema: { properties: { id: { type: 'number' } } } })
})
