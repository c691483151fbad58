// The inputs of the app named by the argument, without what an earlier run has left.
import { createChecker } from '@fw/compiler'

const { model } = await createChecker({ root: process.argv[2] }).check({ outputs: false })
const derived = model.modules.flatMap(({ apis }) => apis).filter(({ input }) => input.source === 'type')
console.log(JSON.stringify({ schemas: derived.length }))
