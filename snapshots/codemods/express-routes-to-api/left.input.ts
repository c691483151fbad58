import { createServer } from 'node:http'
import cors from 'cors'
import express from 'express'
import { auth } from './auth.js'
import * as users from './users.js'

const app = express()

app.use(express.json())
app.use(cors())

app.get('/users', users.list)

app.get('/me', auth, (req, res) => res.json({ ok: true }))

app.get('/who', (req, res) => {
  res.json({ who: req.headers.authorization })
})

app.get('/login', (req, res) => {
  res.redirect('/')
})

app.post('/save', (req, res) => {
  users.save(req.body, (error) => {
    res.json({ ok: !error })
  })
})

app.post('/users', (req, res) => {
  users.save(req.body)
  res.json({ ok: true })
})

app.put('/users/:id', (req, res) => {
  const { id, name } = req.body
  users.rename(req.params.id, name)
  res.status(200).json({ id })
})

app.get('/files/*path', (req, res) => res.json(1))

app.post('/twice', (req, res) => {
  res.json({ ok: true })
  console.log('answered')
})

app.post('/taken', (req, res) => {
  if (users.has('a')) return res.status(409).json({ error: 'Taken.' })
  res.json({ ok: true })
})

app.route('/chained').get((req, res) => res.json(1))

for (const name of ['a', 'b']) app.get(`/${name}`, (req, res) => res.json(name))

// Tell whether it is there.
app.get('/ping', (_req, res) => res.json('pong'))

app.post('/notes', (req, res) => {
  const { text, done } = req.body
  res.json(users.note(text, done))
})

app.use((error, req, res, next) => {
  res.status(500).json({ error: error.message })
})

createServer(app).listen(3000)
