// @file src/index.js
// fw-codemod express-routes-to-api: Write this module with import and export first, and run this again.
const express = require('express')
const app = express()
app.get('/', (req, res) => res.json({ ok: true }))
app.listen(3000)
// @left src/index.js:2 Write this module with import and export first, and run this again.
