// tsserver finds a plugin by folder and `main`, and calls what the module is: it reads no `exports` and no `default`.
module.exports = require('./dist/plugin.js').default
