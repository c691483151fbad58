#!/usr/bin/env node
import module from 'node:module'

// From Node 22 on, Node caches compiled code between commands.
module.enableCompileCache?.()
await import('../dist/bin.js')
