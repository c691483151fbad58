import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeApp } from '../../../compiler/src/build/write-generated.ts'
import { classifyComponents } from '../../../compiler/src/jsx/analyze-module.ts'
import type { AppModel } from '../../../compiler/src/model.ts'

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'fw-generated-'))
})
afterAll(() => rmSync(root, { recursive: true }))

const CODE = `import { createSignal } from 'solid-js'
export function Counter() { const [n, set] = createSignal(0); return <b onClick={() => set(1)}>{n()}</b> }
export const Plain = () => <p>text</p>`

function modelOf(bindingMaps?: boolean): AppModel {
  const components = classifyComponents({ code: CODE, file: `${root}/src/counter.tsx`, root, bindingMaps: true })
  const config = bindingMaps === undefined ? {} : { compiler: { bindingMaps } }
  return { root, config, modules: [], routes: [], components, files: {} }
}

test('CFG-26 .fw/bindings.json has the components with bindings by id, unless compiler.bindingMaps is false', async () => {
  const file = join(root, '.fw/bindings.json')
  await writeApp(modelOf())
  const [[id, counter] = [], ...others] = Object.entries(JSON.parse(readFileSync(file, 'utf8')))
  expect(others).toEqual([])
  expect(id).toMatch(/^[\w-]{8}#Counter$/)
  expect(counter).toEqual({
    name: 'Counter',
    file: 'src/counter.tsx',
    island: true,
    shows: [],
    does: [],
    bindings: [
      { at: 'b', kind: 'event', name: 'onClick', reads: [], calls: ['set:n'], line: 2, element: '2:70' },
      { at: 'b', kind: 'text', reads: ['signal:n'], calls: [], line: 2, element: '2:70' },
    ],
  })
  expect(readFileSync(join(root, '.fw/model.json'), 'utf8')).not.toContain('bindings')
  await writeApp(modelOf(false))
  expect(existsSync(file)).toBe(false)
})
