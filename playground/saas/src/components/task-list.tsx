import { useForm } from '@fw/runtime'
import { createSignal, For } from 'solid-js'
import type { Task } from '../server/project.ts'
import { add, setDone } from '../server/tasks.api.ts'

// This component has event handlers, so it is an island: its code is sent to the browser.
/** The tasks of a project, and a field for the next one. */
export function TaskList(props: { projectId: string; tasks: Task[] }) {
  const [tasks, setTasks] = createSignal(props.tasks)
  const [problem, setProblem] = createSignal('')
  const form = useForm(add, { onDone: (task) => setTasks([...tasks(), task]) })

  const replace = (changed: Task) => setTasks(tasks().map((one) => (one.id === changed.id ? changed : one)))

  const toggle = async (task: Task) => {
    setProblem('')
    replace({ ...task, isDone: !task.isDone })
    try {
      replace(await setDone({ id: task.id, isDone: !task.isDone }))
    } catch {
      replace(task)
      setProblem(`"${task.title}" could not be changed. Try again.`)
    }
  }

  return (
    <section class="tasks" aria-label="Tasks">
      <ul class="list">
        <For each={tasks()} fallback={<li class="muted">No tasks yet.</li>}>
          {(task) => (
            <li>
              <label class="check">
                <input type="checkbox" checked={task.isDone} onChange={() => toggle(task)} />
                <span classList={{ done: task.isDone }}>{task.title}</span>
              </label>
            </li>
          )}
        </For>
      </ul>
      <p class="problem" role="status">
        {problem()}
      </p>
      <form class="inline" action={form}>
        <input type="hidden" name="projectId" value={props.projectId} />
        <div class="field">
          <label for={form.field('title').id}>New task</label>
          <input {...form.field('title')} required maxlength={200} autocomplete="off" />
          <p class="problem" id={form.errorId('title')}>
            {form.errorAt('title') ?? form.error()}
          </p>
        </div>
        <button type="submit" disabled={form.pending()}>
          Add
        </button>
      </form>
    </section>
  )
}
