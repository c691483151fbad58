import type { PackageConfigFact } from '#analyze/app-outline.ts'
import { pickFixes } from '#diagnostic/fix.ts'
import { createRule } from '../rule.ts'

/** The field still works without `fw.config.ts`. The next major version removes it. */
export const packageConfig = createRule({
  code: 'package-config',
  number: 1028,
  severity: 'warning',
  title: 'Configuration in package.json is deprecated',
  messages: {
    deprecated:
      'The field "fw" of package.json is deprecated. Move it to fw.config.ts: export default defineConfig({ … }).',
    ignored: 'The field "fw" of package.json is ignored, because {file} exists. Remove the field.',
  },
  collect: ({ outline: { packageConfig: found } }) => (found === undefined ? [] : [found]),
  check(facts: readonly PackageConfigFact[], report) {
    for (const fact of facts) {
      const { span, instead: file } = fact
      if (file === undefined) report('deprecated', { span, data: {} })
      else report('ignored', { span, ...pickFixes(fact), data: { file } })
    }
  },
})
