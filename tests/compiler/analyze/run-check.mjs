// Checks the app named by the argument with the built compiler; tells what it found and which parsers it has loaded.
import Module from 'node:module'
import { check } from '@fw/compiler'

const { model, diagnostics } = await check({ root: process.argv[2] })
const loaded = Object.keys(Module._cache)
const parsers = ['ts-morph', 'typescript', '@babel', '@swc'].filter((name) =>
  loaded.some((file) => file.includes(`/node_modules/${name}/`)),
)
console.log(JSON.stringify({ model: { ...model, root: '' }, diagnostics, parsers }))
