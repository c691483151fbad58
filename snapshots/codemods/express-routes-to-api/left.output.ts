// @file src/server/left.api.ts
import { api, type Call } from '@fw/runtime'
import { createServer } from 'node:http'
import cors from 'cors'
import express from 'express'
import { auth } from '../auth.js'
import * as users from '../users.js'

const app = express()

app.use(express.json())
// fw-codemod express-routes-to-api: What happens before every request is the default export of src/middleware.ts; who calls comes from src/ctx.ts.
app.use(cors())

// fw-codemod express-routes-to-api: Write the function of this route out here.
app.get('/users', users.list)

// fw-codemod express-routes-to-api: Say in src/ctx.ts who calls and in scopes who may: an api has no middleware. Then leave one handler here.
app.get('/me', auth, (req, res) => res.json({ ok: true }))

// fw-codemod express-routes-to-api: An api has no req.headers: what is known of a caller comes from src/ctx.ts, as ctx.
app.get('/who', (req, res) => {
  res.json({ who: req.headers.authorization })
})

// fw-codemod express-routes-to-api: Say without res.redirect() what this answers: an api returns a value, or throws an FwError.
app.get('/login', (req, res) => {
  res.redirect('/')
})

// fw-codemod express-routes-to-api: Answer with a return of the handler itself, not of a function inside of it.
app.post('/save', (req, res) => {
  users.save(req.body, (error) => {
    res.json({ ok: !error })
  })
})

// fw-codemod express-routes-to-api: Say what the body is, as in "req.body as NewNote": its type becomes the contract.
app.post('/users', (req, res) => {
  users.save(req.body)
  res.json({ ok: true })
})

// fw-codemod express-routes-to-api: The path, the query and the body have a "id" each: the input of an api is one object.
app.put('/users/:id', (req, res) => {
  const { id, name } = req.body
  users.rename(req.params.id, name)
  res.status(200).json({ id })
})

// fw-codemod express-routes-to-api: Write this path as a text of names and :parameters.
app.get('/files/*path', (req, res) => res.json(1))

// fw-codemod express-routes-to-api: Code runs after this answer: let the answer be the last that happens.
app.post('/twice', (req, res) => {
  res.json({ ok: true })
  console.log('answered')
})

// fw-codemod express-routes-to-api: No FwError has the status 409: throw the one that says best what is wrong.
app.post('/taken', (req, res) => {
  if (users.has('a')) return res.status(409).json({ error: 'Taken.' })
  res.json({ ok: true })
})

// fw-codemod express-routes-to-api: Write what .route() does by hand: get, post, put, patch and delete move.
app.route('/chained').get((req, res) => res.json(1))

// fw-codemod express-routes-to-api: Write this path as a text of names and :parameters.
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

// fw-codemod express-routes-to-api: Say in a doc comment what this does: agents choose by it.
// fw-codemod express-routes-to-api: Say in the type of the input what these are: text, done.
export const createNotes = api({
  run: ({ input }: Call<CreateNotesInput>) => {
    const { text, done } = input
    return users.note(text, done)
  },
})

// fw-codemod express-routes-to-api: Throw an FwError where something is wrong, and take this out: its code says what is answered.
app.use((error, req, res, next) => {
  res.status(500).json({ error: error.message })
})

createServer(app).listen(3000)
// @left src/server/left.api.ts:11 What happens before every request is the default export of src/middleware.ts; who calls comes from src/ctx.ts.
// @left src/server/left.api.ts:14 Write the function of this route out here.
// @left src/server/left.api.ts:17 Say in src/ctx.ts who calls and in scopes who may: an api has no middleware. Then leave one handler here.
// @left src/server/left.api.ts:20 An api has no req.headers: what is known of a caller comes from src/ctx.ts, as ctx.
// @left src/server/left.api.ts:25 Say without res.redirect() what this answers: an api returns a value, or throws an FwError.
// @left src/server/left.api.ts:30 Answer with a return of the handler itself, not of a function inside of it.
// @left src/server/left.api.ts:37 Say what the body is, as in "req.body as NewNote": its type becomes the contract.
// @left src/server/left.api.ts:43 The path, the query and the body have a "id" each: the input of an api is one object.
// @left src/server/left.api.ts:50 Write this path as a text of names and :parameters.
// @left src/server/left.api.ts:53 Code runs after this answer: let the answer be the last that happens.
// @left src/server/left.api.ts:59 No FwError has the status 409: throw the one that says best what is wrong.
// @left src/server/left.api.ts:65 Write what .route() does by hand: get, post, put, patch and delete move.
// @left src/server/left.api.ts:68 Write this path as a text of names and :parameters.
// @left src/server/left.api.ts:83 Say in a doc comment what this does: agents choose by it.
// @left src/server/left.api.ts:83 Say in the type of the input what these are: text, done.
// @left src/server/left.api.ts:91 Throw an FwError where something is wrong, and take this out: its code says what is answered.
