/** The calls of a conversation that a page continues: they have messages, and no entry in `calls`. */
import { expect, test } from 'vitest'
import { EMPTY } from '../../../../runtime/src/browser/copilot/copilot-state.ts'
import { panelItems } from '../../../../runtime/src/browser/copilot/panel-items.ts'
import type { Message } from '../../../../runtime/src/contract/agent/message.ts'

const PENDING = { status: 'proposal', id: 'p1', tool: 'api.desk.pay', input: {}, message: 'Approve?' }

test.each([
  ['a call that waits for approval', JSON.stringify(PENDING), 'waiting'],
  ['a call with a result', JSON.stringify({ paid: 5 }), 'done'],
  ['a call with a text', '"proposal"', 'done'],
  ['a call without a result', undefined, 'stopped'],
] as const)('%s', (_, content, state) => {
  const messages: readonly Message[] = [
    { role: 'assistant', content: '', toolCalls: [{ id: 'c1', name: 'api.desk.pay', input: {} }] },
    ...(content === undefined ? [] : [{ role: 'tool', toolCallId: 'c1', content } as const]),
  ]
  expect(panelItems({ ...EMPTY, messages })).toMatchObject([{ kind: 'call', state }])
})
