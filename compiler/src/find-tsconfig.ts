/** Finds the file with the compiler options of a folder. Loads no TypeScript. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { join, resolve } from '#slash-path.ts'

/**
 * Returns the nearest tsconfig.json at or above a folder. If it only lists other projects, as `files: []` with `references`
 * does, returns the first of them that is in the same folder, such as `tsconfig.app.json`.
 */
export function findTsconfig(folder: string): string | undefined {
  const file = join(folder, 'tsconfig.json')
  if (!existsSync(file)) return dirname(folder) === folder ? undefined : findTsconfig(dirname(folder))
  return findProject(file) ?? file
}

function findProject(file: string): string | undefined {
  const { files, include, references } = Object(readJsonc(file))
  const isSolution = Array.isArray(files) && files.length === 0 && include === undefined
  if (!isSolution || !Array.isArray(references)) return undefined
  return references
    .map((one) => resolve(dirname(file), String(Object(one).path)))
    .find((path) => path.endsWith('.json') && dirname(path) === dirname(file) && existsSync(path))
}

/** Reads JSON with comments and trailing commas; `undefined` if it has a syntax error. */
export function readJsonc(file: string): unknown {
  try {
    return JSON.parse(blankJsonc(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

/** Converts JSON with comments and trailing commas to plain JSON, in which all offsets stay the same. */
export function blankJsonc(text: string): string {
  const blank = (part: string) => part.replace(/[^\n]/g, ' ')
  const keepStrings = (all: string, string: string | undefined) => string ?? blank(all)
  return text
    .replace(/^\uFEFF/, ' ')
    .replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, keepStrings)
    .replace(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, keepStrings)
}
