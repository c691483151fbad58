import express from 'express'
import { all, tags } from '../store.js'

const router = express.Router()

/** How many notes and tags there are. */
router.get('/', (_req, res) => res.json({ notes: all().length, tags: tags.length }))

export default router
