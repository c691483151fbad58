// @file package.json
{ "name": "guards", "dependencies": { "express": "5.0.0" } }
// @file src/app.ts
import express from 'express'
import { loadSecret, requireAuth, requireStaff } from './auth.ts'

const app = express()

/** Lists the opening hours. */
app.get('/hours', (req, res) => res.json({ open: true }))

app.all('/health', (req, res) => res.json({ healthy: true }))
app.all('/admin/{*path}', requireStaff)
app.all('/admin/users', requireAuth)
app.all('/prices', requireAuth)

/** Shows the prices. */
app.get('/prices', (req, res) => res.json({ price: 1 }))

/** Deletes every user. */
app.post('/admin/users', (req, res) => res.json({ wiped: true }))

/** Shows a price. */
app.get('/prices/:name', (req, res) => res.json({ price: 2 }))

/** Shows a secret. */
app.get('/secrets/:id', (req, res) => res.json({ secret: 1 }))

/** Shows a team. */
app.get('/teams/:team', (req, res) => res.json({ team: 1 }))

app.param('id', loadSecret)
app.param('team', (req, res, next, team) => (team === '1' ? next() : res.status(403).end()))
// @file src/auth.ts
export const requireAuth = (req: any, res: any, next: any) => (req.user ? next() : res.status(401).end())
export const requireStaff = requireAuth
export const loadSecret = requireAuth
