import { ts } from 'ts-morph'
import { type CodemodApp, defineCodemod } from '#codemods/codemod.ts'
import { getRoot, member, memberSpan } from '#codemods/syntax/json-edit.ts'
import { printValue } from '#codemods/syntax/source-of.ts'
import { applyChanges } from '#codemods/text-edits.ts'

const CONFIG_FILES = ['fw.config.ts', 'fw.config.js', 'fw.config.mjs']

/** The field of package.json is deprecated, because it isn't type-checked and can't contain code. */
export const packageFieldToConfig = defineCodemod({
  id: 'package-field-to-config',
  title: 'Move the field "fw" of package.json to fw.config.ts.',
  release: '0.2.0',
  transform(app) {
    const text = app.read('package.json')
    if (text === undefined) return
    const manifest = ts.parseJsonText('package.json', text)
    const body = getRoot(manifest)
    const field = body && member(body, 'fw')
    if (body === undefined || field === undefined) return
    if (!CONFIG_FILES.some((file) => app.read(file) !== undefined)) writeConfig(app, field.initializer, manifest)
    app.write('package.json', applyChanges(text, [{ ...memberSpan(body, field, manifest), text: '' }]))
  },
})

/** Removes the field. Writes a config file first, unless one exists, because it takes precedence over the field. */
function writeConfig(app: CodemodApp, value: ts.Expression, manifest: ts.JsonSourceFile): void {
  const config = printValue(JSON.parse(value.getText(manifest)))
  app.write('fw.config.ts', `import { defineConfig } from '@fw/runtime'\n\nexport default defineConfig(${config})\n`)
}
