import { Router, type Request } from 'express'
import { asyncHandler } from '../async-handler.js'
import type { NewNote, Note } from '../model.js'
import { add, all, get, remove, save } from '../store.js'

export const notes = Router()

/** Find notes by a word of their title or text. */
notes.get('/', (req: Request<{}, Note[], {}, { word?: string; tag?: string }>, res) => {
  const { word = '', tag } = req.query
  const found = all().filter((note) => `${note.title} ${note.text}`.includes(word))
  res.json(tag ? found.filter((note) => note.tags.includes(tag)) : found)
})

/** One note. */
notes.get('/:id', (req, res) => {
  const note = get(req.params.id)
  if (!note) return res.status(404).json({ error: `There is no note ${req.params.id}.` })
  return res.json(note)
})

/** Write a note down. */
notes.post('/', (req: Request<{}, Note, NewNote>, res) => {
  res.status(201).json(add(req.body))
})

/** Write a note anew. */
notes.put(
  '/:id',
  asyncHandler(async (req, res, next) => {
    const { title, text, tags } = req.body as NewNote
    const note = get(req.params.id)
    if (!note) {
      res.status(404).json({ error: 'There is no such note.' })
      return
    }
    try {
      res.json(await save({ ...note, title, text, tags }))
    } catch (error) {
      next(error)
    }
  }),
)

// Pin a note above the others, or take the pin away.
notes.patch('/:id/pinned', async (req, res) => {
  const { pinned } = req.body
  if (typeof pinned !== 'boolean') {
    return res.status(400).json({ message: 'Say whether it is pinned.' })
  }
  const note = get(req.params.id)
  if (!note) return res.sendStatus(404)
  res.json(await save({ ...note, pinned }))
})

/** Throw a note away. */
notes.delete('/:id', (req, res) => {
  if (!remove(req.params.id)) return res.sendStatus(404)
  res.status(204).end()
})
