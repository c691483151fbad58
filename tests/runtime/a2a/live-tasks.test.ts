import { expect, it, vi } from 'vitest'
import { createLiveTasks, type RunningWork } from '../../../runtime/src/a2a/live-tasks.ts'
import type { Outcome } from '../../../runtime/src/a2a/run-work.ts'
import { openTasks, type TaskStore } from '../../../runtime/src/a2a/task-store.ts'
import { openMemoryData } from '../../../runtime/src/data/memory-data.ts'

const NOW = 1_735_690_000_000
const answer: Outcome = {
  state: 'TASK_STATE_COMPLETED',
  message: [],
  artifacts: ['{"artifactId":"a1","parts":[{"text":"Hello."}]}'],
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
  return { store, task, work, live, withdrawn, finish: (outcome: Outcome) => finish(outcome), tell: () => tell }
}

/** Cancels a task, as another process does. */
const cancel = (store: TaskStore, id: string) =>
  store.change(id, (now) => ({ ...now, status: { state: 'TASK_STATE_CANCELED' } }))

it('a proposal that a task creates after its cancellation is withdrawn, and the task stays cancelled', async () => {
  const { store, task, withdrawn, finish } = await running()
  await cancel(store, task.task.id)
  finish({ ...answer, state: 'TASK_STATE_AUTH_REQUIRED', artifacts: [], pendingCalls: [parked] })
  expect((await task.done).status.state).toBe('TASK_STATE_CANCELED')
  expect(withdrawn).toEqual(['p1'])
  expect((await store.read(task.task.id))?.status.state).toBe('TASK_STATE_CANCELED')
})

it('who listens late hears all of it, in order', async () => {
  const { task, finish, tell } = await running()
  tell()('a1', 'Hel', false)
  tell()('a1', 'lo.', true)
  const heard: Record<string, unknown>[] = []
  task.listen((event) => heard.push(JSON.parse(event) as Record<string, unknown>))
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

it('a task is alive while it runs', async () => {
  const { live, finish, task } = await running()
  expect(await live.isAlive(task.task.work ?? '')).toBe(true)
  finish(answer)
  expect((await task.done).work).toBeUndefined()
  expect(live.get(task.task.id)).toBeUndefined()
})

it('the check for a cancellation by another process does not read the task', async () => {
  const { store, task, work, finish } = await running()
  const read = vi.spyOn(store, 'read')
  await cancel(store, task.task.id)
  await vi.waitFor(() => expect(work.signal?.aborted).toBe(true), 2000)
  expect(read).not.toHaveBeenCalled()
  finish(answer)
  await task.done
})
