// @file package.json
{
  "name": "todos",
  "scripts": {
    "start": "node dist/server.js",
    "lint": "eslint ."
  },
  "dependencies": { "express": "5.1.0", "zod": "4.1.0" },
  "devDependencies": {
    "@types/express": "5.0.3"
  }
}
// @file src/app.ts
import express from 'express'
import { labelRouter } from './routes/labels.js'
import todos from './routes/todos.router.js'

const app = express()

app.use(express.json())
app.use(express.static('public'))
app.use('/todos', todos)
app.use('/labels', labelRouter)

export default app
// @file src/routes/labels.ts
import { Router, type Request } from 'express'
import { asyncHandler } from '../async-handler.js'
import { labels, newLabel, type Label } from '../store.js'

export const labelRouter = Router()

/** All labels, with those that nothing has. */
labelRouter.get('/', (req, res) => { res.send(labels) })

/** Make a label. */
labelRouter.post('/', asyncHandler(async (req, res, next) => {
  try {
    const label = newLabel.parse(req.body)
    labels.push(label)
    res.status(201).json(label)
  } catch (error) {
    next(error)
  }
}))

/** Replace a label, or the part of it that is given. */
labelRouter.put('/:name', async (req: Request<{ name: string }, Label, Label>, res) => {
  const at = labels.findIndex((label) => label.name === req.params.name)
  if (at === -1) return res.sendStatus(404)
  labels[at] = req.body
  return res.json(labels[at])
})
// @file src/routes/todos.router.ts
import express from 'express'
import type { NewTodo } from '../store.js'
import { todos } from '../store.js'

const router = express.Router()

// Find todos by a part of their title,
// the newest first.
router.get('/', (req, res) => {
  const { text = '' } = req.query
  const limit = Number(req.query.limit ?? 20)
  res.json(todos.filter((todo) => todo.title.includes(text)).slice(0, limit))
})

// One todo.
router.get('/:id', (req, res) => {
  const todo = todos.find(({ id }) => id === req.params.id)
  if (!todo) {
    res.status(404).json({ error: `There is no todo ${req.params.id}.` })
    return
  }
  res.json(todo)
});

// Write a todo down.
router.post('/', (req, res) => {
  const { title, labels } = req.body as NewTodo
  if (title === '') return res.status(400).json({ message: 'Give it a title.' })
  const todo = { id: String(todos.length + 1), title, labels, done: false }
  todos.push(todo)
  res.status(201).json(todo)
})

// Rename a todo.
router.patch('/:id/title', (req, res) => {
  const { id } = req.params
  if (typeof req.body.title !== 'string') throw new Error(`The title
  of ${id} is no text.`)
  const todo = todos.find((one) => one.id === id)
  if (todo) todo.title = req.body.title
  res.status(204).end()
})

// Throw a todo away.
router.delete('/:id', (req, res) => res.json({ removed: todos.splice(todos.findIndex(({ id }) => id === req.params.id), 1).length }))

export default router
// @file src/server.ts
import app from './app.js'

const port = Number(process.env.PORT ?? 3000)

app.listen(port, () => console.log(`Listening on ${port}`))
// @file tsconfig.json
{
  "compilerOptions": {
    // Where it goes.
    "outDir": "dist",
    "module": "nodenext",
    "strict": true
  },
  "include": ["src"]
}
