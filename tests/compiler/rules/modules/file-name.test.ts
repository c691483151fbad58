import { expect, it } from 'vitest'
import { check } from '../../../../compiler/src/index.ts'
import { temporaryApp } from '../../temporary-app.ts'

it.each([
  ['src/lib/what?.ts', '?'],
  ['src/lib/c#/list.ts', '#'],
  ['src/parts/50%.tsx', '%'],
  ['src/routes/what?.tsx', '?'],
  ['src/server/c#.api.ts', '#'],
])('%s is an error', async (file, character) => {
  const { diagnostics } = await check(temporaryApp({ [file]: 'export default () => 1\n' }))
  const found = diagnostics.filter(({ code }) => code === 'file-name')
  expect(found).toMatchObject([
    { severity: 'error', span: { file }, message: expect.stringContaining(`"${character}"`) },
  ])
})

it.each(['src/routes/50%.tsx', 'src/parts/a b.tsx', 'src/parts/ü+&.tsx', 'public/what?#%.txt'])(
  '%s is not reported',
  async (file) => {
    const { diagnostics } = await check(temporaryApp({ [file]: 'export default () => 1\n' }))
    expect(diagnostics.filter(({ code }) => code === 'file-name')).toEqual([])
  },
)
