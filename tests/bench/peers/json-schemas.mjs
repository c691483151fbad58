// ts-json-schema-generator over the exported types of every api module of the app in the argument: the same inputs that
// the type analysis derives. Only the types: without a type check and without output files.
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
