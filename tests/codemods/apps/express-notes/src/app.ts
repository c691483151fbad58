import express from 'express'
import { notes } from './routes/notes.js'
import stats from './routes/stats.js'
import tags from './routes/tags.router.js'

export const app = express()

app.use(express.json())
app.use(express.urlencoded({ extended: true }))
app.use(express.static('public'))

app.use('/notes', notes)
app.use('/tags', tags)
app.use('/stats', stats)
