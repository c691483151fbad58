// Analyzes the inputs of the app in the argument, without stored results of an earlier run.
import { createChecker } from '@fw/compiler'

const { model } = await createChecker({ root: process.argv[2] }).check({ outputs: false })
const derived = model.modules.flatMap(({ apis }) => apis).filter(({ input }) => input.source === 'type')
console.log(JSON.stringify({ schemas: derived.length }))
