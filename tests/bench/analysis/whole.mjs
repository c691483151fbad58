// All of the app named by the argument, from the disk as far as an earlier run has left it.
import { check } from '@fw/compiler'

const { model } = await check({ root: process.argv[2] })
const derived = model.modules.flatMap(({ apis }) => apis).filter(({ input }) => input.source === 'type')
console.log(JSON.stringify({ schemas: derived.length }))
