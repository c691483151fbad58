/** TypeScript's own declaration files, as ts-morph carries them; parsed once, shared by all programs. */
import { loadMorph, type ts } from './typescript.ts'

/** Where they seem to be. */
export const LIB_FOLDER = '/node_modules/typescript/lib'

const files = new Map<string, ts.SourceFile | undefined>()

/** The lib file of this path in `LIB_FOLDER`; undefined when there is none. */
export function libSourceFile(path: string): ts.SourceFile | undefined {
  if (!files.has(path)) {
    const lib = [path.slice(LIB_FOLDER.length + 1)]
    const project = new (loadMorph().Project)({ useInMemoryFileSystem: true, compilerOptions: { lib, types: [] } })
    // A program without files takes no libs either.
    project.createSourceFile('/empty.ts', '')
    for (const file of project.getProgram().compilerObject.getSourceFiles())
      if (!files.has(file.fileName)) files.set(file.fileName, file)
    if (!files.has(path)) files.set(path, undefined)
  }
  return files.get(path)
}
