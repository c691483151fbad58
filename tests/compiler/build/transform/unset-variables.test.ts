import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'
import { replaceUnset } from '../../../../compiler/src/build/transform/unset-variables.ts'

const replace = (code: string) => {
  const replaced = replaceUnset(code, parseAst(code))
  // Source maps stay valid.
  expect(replaced.length).toBe(code.length)
  expect(replaced.split('\n').length).toBe(code.split('\n').length)
  parseAst(replaced)
  return replaced.replace(/ +/g, ' ').trim()
}

describe('replaceUnset', () => {
  test('replaces a variable that only unreached functions set, and removes these', () => {
    const code = `let transition = null
function start() { transition = { running: true } }
function update() { return transition && transition.running ? 1 : 2 }
function finish() { if (transition) { transition.running = false; transition = null } }
export { update, finish }`
    const replaced = replace(code)
    expect(replaced).not.toContain('function start')
    expect(replaced).toContain('return null && null .running ? 1 : 2')
    expect(replaced).toContain('if (null ) { null .running = false; null }')
  })

  test('a branch that waits for an unset variable reaches nothing', () => {
    const code = `var factory = null
var transition = null
var context
function start() { transition = {} }
function run(node) { if (factory && node) start(); return transition ? context : 1 }
export { run }`
    const replaced = replace(code)
    expect(replaced).not.toContain('function start')
    expect(replaced).toContain('return null ? context : 1')
  })

  test('a variable without an initial value is undefined', () => {
    const code = 'var boundary\nfunction read() { return boundary && boundary.id }\nexport { read }'
    expect(replace(code)).toContain('return (void 0) && (void 0).id')
  })

  test.each([
    'let state = null\nexport function set(value) { state = value }\nfunction read() { return state }\nexport { read }',
    'let state = null\nfunction set() { state = {} }\nfunction read() { return state }\nexport { read, set }',
    'let state = null\nset()\nfunction set() { state = {} }\nfunction read() { return state }\nexport { read }',
    'let state = null\nconst set = () => { state ||= {} }\nfunction read() { return state }\nexport { read }',
    'let state = null\nconst set = () => { [state] = [1] }\nfunction read() { return state }\nexport { read }',
    'let state = null\nconst set = () => { for (state of [1]); }\nfunction read() { return state }\nexport { read }',
    'let state = null\nconst set = () => { state++ }\nfunction read() { return state }\nexport { read }',
    'let state = null\nfunction read(state) { return state }\nexport { read }',
    'let state = null\nfunction read() { return { state } }\nexport { read }',
    'let state = null\nfunction read() { try {} catch (state) { return state } }\nexport { read }',
  ])('leaves a variable that may have a value, or whose name has another meaning: %s', (code) => {
    expect(replace(code)).toBe(code)
  })

  test('leaves the names of exports, keys and members', () => {
    const code = `var state = null
function read(store) { return [store.state, { state: 1 }, state] }
export { read, state as other }`
    expect(replace(code)).toBe(code.replace(', state]', ', null ]'))
  })
})
