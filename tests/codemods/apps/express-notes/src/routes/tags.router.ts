import express from 'express'
import { newTag, tags } from '../store.js'

const router = express.Router()

// All tags with their colours.
router.get('/', (req, res) => {
  const limit = Number(req.query.limit ?? 100)
  res.send(tags.slice(0, limit))
})

// Make a tag.
router.post('/', (req, res) => {
  const tag = newTag.parse(req.body)
  tags.push(tag)
  res.status(201).send(tag)
})

export default router
