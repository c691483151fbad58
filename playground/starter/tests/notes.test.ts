import { expect, it } from 'vitest'
import { createPad } from '../src/notes.ts'

it('finds notes by a part of their text, in any case', () => {
  const pad = createPad()
  pad.add('  Call Ada ')
  expect(pad.find('ada')).toEqual([{ id: 2, text: 'Call Ada' }])
  expect(pad.find()).toHaveLength(2)
})

it('is empty after it was cleared, and never reuses an id', () => {
  const pad = createPad()
  expect(pad.clear()).toBe(1)
  expect(pad.add('Again').id).toBe(2)
})
