// @file package.json
{
  "name": "todos",
  "scripts": {
    "start": "fw start",
    "lint": "eslint .",
    "dev": "fw dev",
    "build": "fw build"
  },
  "dependencies": { "zod": "4.1.0", "@fw/cli": "0.2.0", "@fw/runtime": "0.2.0", "solid-js": "1.9.19" },
  "devDependencies": {},
  "type": "module"
}
// @file src/server/labels.api.ts
import { api, type Call, FwError } from '@fw/runtime'
import { labels, newLabel, type Label } from '../store.js'

/** All labels, with those that nothing has. */
export const list = api({
  readonly: true,
  run: () => { return labels },
})

/** Make a label. */
export const create = api({
  input: newLabel,
  run: async ({ input }) => {
    try {
      const label = input
      labels.push(label)
      return label
    } catch (error) {
      throw error
    }
  },
})

interface ReplaceByNameInput {
  name: string
  body: Label
}

/** Replace a label, or the part of it that is given. */
export const replaceByName = api({
  run: async ({ input }: Call<ReplaceByNameInput>) => {
    const at = labels.findIndex((label) => label.name === input.name)
    if (at === -1) throw new FwError('not_found')
    labels[at] = input.body
    return labels[at]
  },
})
// @file src/server/todos.api.ts
import { api, type Call, FwError } from '@fw/runtime'
import type { NewTodo } from '../store.js'
import { todos } from '../store.js'

interface ListInput {
  text?: string
  limit?: string
}

/** Find todos by a part of their title, the newest first. */
export const list = api({
  readonly: true,
  run: ({ input }: Call<ListInput>) => {
    const { text = '' } = input
    const limit = Number(input.limit ?? 20)
    return todos.filter((todo) => todo.title.includes(text)).slice(0, limit)
  },
})

interface GetByIdInput {
  id: string
}

/** One todo. */
export const getById = api({
  readonly: true,
  run: ({ input }: Call<GetByIdInput>) => {
    const todo = todos.find(({ id }) => id === input.id)
    if (!todo) {
      throw new FwError('not_found', { message: `There is no todo ${input.id}.` })
    }
    return todo
  },
});

/** Write a todo down. */
export const create = api({
  run: ({ input }: Call<NewTodo>) => {
    const { title, labels } = input
    if (title === '') throw new FwError('invalid_request', { message: 'Give it a title.' })
    const todo = { id: String(todos.length + 1), title, labels, done: false }
    todos.push(todo)
    return todo
  },
})

interface UpdateTitleByIdInput {
  id: string
  title: string
}

/** Rename a todo. */
export const updateTitleById = api({
  run: ({ input }: Call<UpdateTitleByIdInput>) => {
    const { id } = input
    if (typeof input.title !== 'string') throw new Error(`The title
  of ${id} is no text.`)
    const todo = todos.find((one) => one.id === id)
    if (todo) todo.title = input.title
    return null
  },
})

interface RemoveByIdInput {
  id: string
}

/** Throw a todo away. */
export const removeById = api({
  guard: 'confirm',
  run: ({ input }: Call<RemoveByIdInput>) => ({ removed: todos.splice(todos.findIndex(({ id }) => id === input.id), 1).length }),
})
// @file tsconfig.json
{
  "compilerOptions": {
    // Where it goes.
    "module": "nodenext",
    "strict": true,
    "jsx": "preserve",
    "jsxImportSource": "solid-js",
    "allowImportingTsExtensions": true,
    "skipLibCheck": true,
    "noEmit": true
  },
  "include": ["src", "fw.config.ts", ".fw/types"],
  "files": [".fw/types/register.d.ts"]
}
