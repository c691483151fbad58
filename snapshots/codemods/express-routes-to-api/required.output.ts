// @file src/index.js
// fw-codemod express-routes-to-api: Convert this module to import and export first, then run the codemod again.
const express = require('express')
const app = express()
app.get('/', (req, res) => res.json({ ok: true }))
app.listen(3000)
// @left src/index.js:2 Convert this module to import and export first, then run the codemod again.
