import { expect, it } from 'vitest'
import { writeTypes } from '../../compiler/src/build/write-generated.ts'
import { readChecked } from '../../compiler/src/check.ts'
import { check } from '../../compiler/src/index.ts'
import { temporaryApp } from './temporary-app.ts'

it('CNV-07 an app that was built before is checked like a new one: its generated files do not count', async () => {
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

it('the output of a first build changes none of its results: the second one reads them from the cache', async () => {
  const app = temporaryApp({
    'src/server/pictures.api.ts': `import { api } from '@fw/runtime'
import lamp from '../lamp.png?image'

/** The picture of the lamp, with its size. */
export const picture = api({ run: async () => lamp })
`,
  })
  const first = await check(app)
  // Pictures are known before their declaration is written.
  expect(first.model.modules[0]?.apis[0]?.output).toMatchObject({
    schema: { properties: { width: { type: 'number' } } },
  })
  await writeTypes(first.model)
  expect(readChecked(app)).toEqual(first)
})
