/** A folder in which the examples of a guide page are written, and its commands run as a reader would. */
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

interface PageFolder {
  readonly root: string
  write(path: string, text: string): void
  /** Runs a line of Bash, and returns its output of both streams. Rejects if it fails. */
  run(line: string): Promise<string>
  remove(): void
}

interface PageFolderOptions {
  /** Lines of Bash by the names of programs, which replace those of the machine. */
  readonly programs: Readonly<Record<string, string>>
  /** Further folders with programs. */
  readonly path?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Creates a folder in `parent`. */
export function createPageFolder(parent: string, { programs, path = [], env = {} }: PageFolderOptions): PageFolder {
  const root = mkdtempSync(join(parent, 'generated-'))
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  for (const [name, script] of Object.entries(programs)) {
    write(`bin/${name}`, `#!/bin/bash\n${script}\n`)
    chmodSync(join(root, 'bin', name), 0o755)
  }
  return {
    root,
    write,
    async run(line) {
      const { PATH = '', NODE_OPTIONS: _, VITEST: __, NODE_ENV: ___, ...own } = process.env
      const programPath = [join(root, 'bin'), ...path, PATH].join(':')
      const options = { cwd: root, env: { ...own, NO_COLOR: '1', ...env, PATH: programPath } }
      const { stdout, stderr } = await promisify(execFile)('bash', ['-c', line], options)
      return stdout + stderr
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
