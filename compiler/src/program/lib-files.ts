/** TypeScript's own declaration files, as included in ts-morph; parsed once, shared by all programs. */
import { isBelow } from '#slash-path.ts'
import { parseFile } from './parse-file.ts'
import { loadMorph, type ts, typescript } from './typescript.ts'

/** Their virtual folder. */
const FOLDER = '/node_modules/typescript/lib'

/** Returns the path of the main declaration file for these options. */
export function getLibPath(options: ts.CompilerOptions): string {
  return `${FOLDER}/${typescript.getDefaultLibFileName(options)}`
}

/** Returns the content of a declaration file of TypeScript, or `undefined` for all other files. */
export function readLibFile(path: string): string | undefined {
  if (!isBelow(FOLDER, path)) return undefined
  texts ??= new (loadMorph().Project)({ useInMemoryFileSystem: true }).getModuleResolutionHost()
  return texts.readFile(path)
}

const files = new Map<string, ts.SourceFile | undefined>()
let texts: ts.ModuleResolutionHost | undefined

/** Returns `host` with TypeScript's own declaration files. */
export function withLibFiles(host: ts.CompilerHost): ts.CompilerHost {
  return {
    ...host,
    getDefaultLibLocation: () => FOLDER,
    getDefaultLibFileName: getLibPath,
    getSourceFile: (path, ...rest) =>
      isBelow(FOLDER, path) ? libFile(path, rest[0]) : host.getSourceFile(path, ...rest),
  }
}

function libFile(path: string, language: Parameters<typeof parseFile>[2]): ts.SourceFile | undefined {
  if (!files.has(path)) {
    const text = readLibFile(path)
    files.set(path, text === undefined ? undefined : parseFile(path, text, language))
  }
  return files.get(path)
}
