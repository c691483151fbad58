import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { defineCodemod } from '../../codemods/src/codemod.ts'
import { runCodemod } from '../../codemods/src/run.ts'

/** Renames what is imported as `oldName` from `@fw/runtime`, and nothing that only looks like it. */
const renameImport = defineCodemod({
  id: 'rename-import',
  title: 'oldName is newName.',
  release: '0.2.0',
  transform(file) {
    for (const declaration of file.getImportDeclarations()) {
      if (declaration.getModuleSpecifierValue() !== '@fw/runtime') continue
      const named = declaration.getNamedImports().find((one) => one.getName() === 'oldName')
      named?.setName('newName')
    }
  },
})

function appOf(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'fw-codemod-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

const OURS = `// kept comment\nimport { oldName as x } from '@fw/runtime'\n\nexport const y   =   x\n`
const FOREIGN = `import { oldName } from 'elsewhere'\nexport const z = oldName\n`

it('changes what it is for, leaves foreign code and formatting alone, and changes nothing the second time', async () => {
  const root = appOf({ 'src/a.ts': OURS, 'src/b.tsx': FOREIGN, 'node_modules/p/c.ts': OURS, 'dist/d.js': OURS })
  const written = statSync(join(root, 'src/b.tsx')).mtimeMs
  const changes = await runCodemod(renameImport, { root })
  expect(changes.map(({ file }) => file)).toEqual(['src/a.ts'])
  expect(readFileSync(join(root, 'src/a.ts'), 'utf8')).toBe(OURS.replace('oldName', 'newName'))
  expect(readFileSync(join(root, 'src/b.tsx'), 'utf8')).toBe(FOREIGN)
  expect(statSync(join(root, 'src/b.tsx')).mtimeMs).toBe(written)
  expect(readFileSync(join(root, 'dist/d.js'), 'utf8')).toBe(OURS)
  expect(await runCodemod(renameImport, { root })).toEqual([])
})

it('reports without writing in a dry run', async () => {
  const root = appOf({ 'src/a.ts': OURS })
  const [change] = await runCodemod(renameImport, { root, dryRun: true })
  expect(change).toEqual({ file: 'src/a.ts', before: OURS, after: OURS.replace('oldName', 'newName') })
  expect(readFileSync(join(root, 'src/a.ts'), 'utf8')).toBe(OURS)
})

it('writes nothing when a file fails, and names the file', async () => {
  const root = appOf({ 'src/a.ts': OURS, 'src/b.ts': 'throw 1\n' })
  const fragile = defineCodemod({
    ...renameImport,
    transform(file) {
      renameImport.transform(file)
      if (file.getBaseName() === 'b.ts') throw new Error('unexpected')
    },
  })
  await expect(runCodemod(fragile, { root })).rejects.toThrow('"rename-import" failed in src/b.ts; nothing was written')
  expect(readFileSync(join(root, 'src/a.ts'), 'utf8')).toBe(OURS)
})
