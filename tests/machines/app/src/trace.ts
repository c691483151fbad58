/** The app's own data, which its processes share: lines of files in the folder FOLDER. */
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

function locate(name: string): string {
  return join(process.env.FOLDER ?? '.', `${name}.txt`)
}

export function addLine(name: string, line: string): void {
  appendFileSync(locate(name), `${line}\n`)
}

export function readLines(name: string): string[] {
  try {
    return readFileSync(locate(name), 'utf8').split('\n').filter(Boolean)
  } catch {
    return [] // nothing was written yet
  }
}
