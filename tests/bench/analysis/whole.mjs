// Analyzes the whole app in the argument, with the results that an earlier run has stored on disk.
import { check } from '@fw/compiler'

const { model } = await check({ root: process.argv[2] })
const derived = model.modules.flatMap(({ apis }) => apis).filter(({ input }) => input.source === 'type')
console.log(JSON.stringify({ schemas: derived.length }))
