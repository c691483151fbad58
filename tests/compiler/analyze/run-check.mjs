// Checks the app given as argument with the built compiler; prints the findings and the loaded parsers.
import Module from 'node:module'
import { check } from '@fw/compiler'

const { model, diagnostics } = await check({ root: process.argv[2] })
const loaded = Object.keys(Module._cache)
const parsers = ['ts-morph', 'typescript', '@babel', '@swc'].filter((name) =>
  loaded.some((file) => file.includes(`/node_modules/${name}/`)),
)
console.log(JSON.stringify({ model: { ...model, root: '' }, diagnostics, parsers }))
