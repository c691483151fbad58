import { expect, it, vi } from 'vitest'
import { createLiveTasks, type RunningWork } from '../../../runtime/src/a2a/live-tasks.ts'
import type { Outcome } from '../../../runtime/src/a2a/run-work.ts'
import type { StreamEvent } from '../../../runtime/src/a2a/task.ts'
import { openTasks } from '../../../runtime/src/a2a/task-store.ts'
import { openMemoryData } from '../../../runtime/src/data/memory-data.ts'

const NOW = 1_735_690_000_000
const answer: Outcome = {
  state: 'TASK_STATE_COMPLETED',
  message: [],
  artifacts: [{ artifactId: 'a1', parts: [{ text: 'Hello.' }] }],
  pendingCalls: [],
}
const parked = {
  status: 'proposal',
  id: 'p1',
  tool: 'api.shop.pay',
  input: {},
  message: 'Approve?',
  expiresAt: NOW,
} as const

/** A task that runs until `finish` is called. */
async function running() {
  const data = openMemoryData({ now: () => NOW })
  const store = openTasks(data, 'ann', () => NOW)
  const live = createLiveTasks(data)
  const withdrawn: string[] = []
  let finish: (outcome: Outcome) => void = () => undefined
  let tell: Parameters<RunningWork['run']>[1] = () => undefined
  const work: RunningWork & { signal?: AbortSignal } = {
    store,
    withdraw: async (id) => withdrawn.push(id),
    warn: () => undefined,
    run: (signal, onText) => {
      work.signal = signal
      tell = onText
      return new Promise((resolve) => {
        finish = resolve
      })
    },
  }
  const first = await store.create('c1', { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'Hi' }] })
  const task = await live.start(first, work)
  await Promise.resolve()
  return { store, live, task, work, first, withdrawn, finish: (outcome: Outcome) => finish(outcome), tell: () => tell }
}

it('a proposal that a task creates after its cancellation is withdrawn, and the task stays cancelled', async () => {
  const { store, task, withdrawn, finish } = await running()
  await store.end(task.task, { state: 'TASK_STATE_CANCELED' })
  finish({ ...answer, state: 'TASK_STATE_AUTH_REQUIRED', artifacts: [], pendingCalls: [parked] })
  expect((await task.done).status.state).toBe('TASK_STATE_CANCELED')
  expect(withdrawn).toEqual(['p1'])
  expect((await store.read(task.task.id))?.status.state).toBe('TASK_STATE_CANCELED')
})

it('who listens late hears all of it, in order', async () => {
  const { task, finish, tell } = await running()
  tell()('a1', 'Hel', false)
  tell()('a1', 'lo.', true)
  const heard: StreamEvent[] = []
  task.listen((event) => heard.push(event))
  finish(answer)
  await task.done
  expect(heard.map((event) => Object.keys(event)[0])).toEqual([
    'artifactUpdate',
    'artifactUpdate',
    'artifactUpdate',
    'statusUpdate',
  ])
  expect(heard[0]).toMatchObject({ artifactUpdate: { artifact: { parts: [{ text: 'Hel' }] }, append: false } })
})

it('a task runs once at a time', async () => {
  const { live, work, first, finish, task } = await running()
  await expect(live.start(first, work)).rejects.toMatchObject({ reason: 'UNSUPPORTED_OPERATION' })
  expect(await live.isAlive(first.id)).toBe(true)
  finish(answer)
  await task.done
  expect(live.get(first.id)).toBeUndefined()
})

it('the check for a cancellation by another process does not read the task', async () => {
  const { store, task, work, finish } = await running()
  const read = vi.spyOn(store, 'read')
  await store.end(task.task, { state: 'TASK_STATE_CANCELED' })
  await vi.waitFor(() => expect(work.signal?.aborted).toBe(true), 2000)
  expect(read).not.toHaveBeenCalled()
  finish(answer)
  await task.done
})
