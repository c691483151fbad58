// @file src/client.ts
import { app } from './own.js'

app.get('/users', (req, res) => res.json([]))
app.listen(3000)
// @file src/own.ts
export const app = { get: (path, handler) => handler({}, { json: console.log }), listen: (port) => port }
