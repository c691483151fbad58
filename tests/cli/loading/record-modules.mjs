// Appends the URL of every module that Node loads to the file in FW_TEST_MODULES.
import { register } from 'node:module'

const hook = `import { appendFileSync } from 'node:fs'
export async function load(url, context, next) {
  appendFileSync(process.env.FW_TEST_MODULES, url + '\\n')
  return next(url, context)
}`
register(`data:text/javascript,${encodeURIComponent(hook)}`)
