// ts-json-schema-generator over the exported types of every api module of the app named by the argument: the same inputs
// that the type analysis derives. Types alone: without its type check, and nothing is written.
import { createGenerator } from 'ts-json-schema-generator'

const [root] = process.argv.slice(2)
const schema = createGenerator({
  path: `${root}/src/server/*.api.ts`,
  tsconfig: `${root}/tsconfig.json`,
  type: '*',
  skipTypeCheck: true,
  sortProps: false,
}).createSchema('*')
const inputs = Object.keys(schema.definitions ?? {}).filter((name) => /^(?:List|Create|Update)\d+$/.test(name))
console.log(JSON.stringify({ schemas: inputs.length }))
