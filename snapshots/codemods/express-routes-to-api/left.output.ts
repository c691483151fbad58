// @file src/server/left.api.ts
import { api, type Call } from '@fw/runtime'
import { createServer } from 'node:http'
import cors from 'cors'
import express from 'express'
import { auth } from '../auth.js'
import * as users from '../users.js'

const app = express()

app.use(express.json())
// fw-codemod express-routes-to-api: Move code that runs before every request to the default export of src/middleware.ts, and identify the caller in src/ctx.ts.
app.use(cors())

// fw-codemod express-routes-to-api: Write the function of this route inline.
app.get('/users', users.list)

// fw-codemod express-routes-to-api: Identify the caller in src/ctx.ts and restrict access with scopes, because an api has no middleware. Then keep one handler here.
app.get('/me', auth, (req, res) => res.json({ ok: true }))

// fw-codemod express-routes-to-api: An api has no req.headers. Read it in src/ctx.ts, and use ctx.
app.get('/who', (req, res) => {
  res.json({ who: req.headers.authorization })
})

// fw-codemod express-routes-to-api: Rewrite this response without res.redirect(): an api returns a value or throws an FwError.
app.get('/login', (req, res) => {
  res.redirect('/')
})

// fw-codemod express-routes-to-api: Return the response from the handler itself, not from a nested function.
app.post('/save', (req, res) => {
  users.save(req.body, (error) => {
    res.json({ ok: !error })
  })
})

// fw-codemod express-routes-to-api: Declare the type of the body, such as "req.body as NewNote". It becomes the contract.
app.post('/users', (req, res) => {
  users.save(req.body)
  res.json({ ok: true })
})

// fw-codemod express-routes-to-api: "id" occurs in more than one of path, query and body. Rename it, because the input of an api is one object.
app.put('/users/:id', (req, res) => {
  const { id, name } = req.body
  users.rename(req.params.id, name)
  res.status(200).json({ id })
})

// fw-codemod express-routes-to-api: Write this path as a string of names and :parameters.
app.get('/files/*path', (req, res) => res.json(1))

// fw-codemod express-routes-to-api: Code runs after this response: make the response the last statement.
app.post('/twice', (req, res) => {
  res.json({ ok: true })
  console.log('answered')
})

// fw-codemod express-routes-to-api: Throw an FwError with a code of your own here: new FwError('your_code', { status: 409, message: '…' }).
app.post('/taken', (req, res) => {
  if (users.has('a')) return res.status(409).json({ error: 'Taken.' })
  res.json({ ok: true })
})

// fw-codemod express-routes-to-api: Convert .route() by hand. Only get, post, put, patch and delete are converted.
app.route('/chained').get((req, res) => res.json(1))

// fw-codemod express-routes-to-api: Write this path as a string of names and :parameters.
for (const name of ['a', 'b']) app.get(`/${name}`, (req, res) => res.json(name))

/** Tell whether it is there. */
export const getPing = api({
  readonly: true,
  run: () => 'pong',
})

interface CreateNotesInput {
  text: unknown
  done: unknown
}

// fw-codemod express-routes-to-api: Describe this api in a doc comment, which agents read to choose a tool.
// fw-codemod express-routes-to-api: Declare the types of these members of the input: text, done.
export const createNotes = api({
  run: ({ input }: Call<CreateNotesInput>) => {
    const { text, done } = input
    return users.note(text, done)
  },
})

// fw-codemod express-routes-to-api: Throw an FwError for each error, and remove this: its code sets the response.
app.use((error, req, res, next) => {
  res.status(500).json({ error: error.message })
})

createServer(app).listen(3000)
// @left src/server/left.api.ts:11 Move code that runs before every request to the default export of src/middleware.ts, and identify the caller in src/ctx.ts.
// @left src/server/left.api.ts:14 Write the function of this route inline.
// @left src/server/left.api.ts:17 Identify the caller in src/ctx.ts and restrict access with scopes, because an api has no middleware. Then keep one handler here.
// @left src/server/left.api.ts:20 An api has no req.headers. Read it in src/ctx.ts, and use ctx.
// @left src/server/left.api.ts:25 Rewrite this response without res.redirect(): an api returns a value or throws an FwError.
// @left src/server/left.api.ts:30 Return the response from the handler itself, not from a nested function.
// @left src/server/left.api.ts:37 Declare the type of the body, such as "req.body as NewNote". It becomes the contract.
// @left src/server/left.api.ts:43 "id" occurs in more than one of path, query and body. Rename it, because the input of an api is one object.
// @left src/server/left.api.ts:50 Write this path as a string of names and :parameters.
// @left src/server/left.api.ts:53 Code runs after this response: make the response the last statement.
// @left src/server/left.api.ts:59 Throw an FwError with a code of your own here: new FwError('your_code', { status: 409, message: '…' }).
// @left src/server/left.api.ts:65 Convert .route() by hand. Only get, post, put, patch and delete are converted.
// @left src/server/left.api.ts:68 Write this path as a string of names and :parameters.
// @left src/server/left.api.ts:83 Describe this api in a doc comment, which agents read to choose a tool.
// @left src/server/left.api.ts:83 Declare the types of these members of the input: text, done.
// @left src/server/left.api.ts:91 Throw an FwError for each error, and remove this: its code sets the response.
