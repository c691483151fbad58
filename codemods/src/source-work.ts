/** Collects the edits of a codemod in one file. */
import { Node, type SourceFile } from 'ts-morph'
import type { SourceEdits, Span } from './codemod.ts'
import { movePosition, type TextChange } from './text-edits.ts'

interface Left {
  readonly at: number
  readonly reason: string
}

export class SourceWork implements SourceEdits {
  readonly path: string
  readonly changes: TextChange[] = []
  /** New path, or its own path if the file stays. */
  to: string
  #file: SourceFile
  #codemod: string
  #left: Left[] = []

  constructor(file: SourceFile, codemod: string) {
    this.path = sourcePath(file)
    this.to = this.path
    this.#file = file
    this.#codemod = codemod
  }

  replace(target: Node | Span, text: string): void {
    const { start, end } = target instanceof Node ? { start: target.getStart(), end: target.getEnd() } : target
    this.changes.push({ start, end, text })
  }

  insert(position: number, text: string): void {
    this.changes.push({ start: position, end: position, text })
  }

  moveTo(path: string): void {
    this.to = path
  }

  leave(node: Node, reason: string): void {
    const at = lineAnchor(this.#file, node)
    if (this.#left.some((one) => one.at === at && one.reason === reason)) return
    this.#left.push({ at, reason })
    const comment = `// fw-codemod ${this.#codemod}: ${reason}`
    const above = this.#file.getFullText().slice(0, at)
    const indent = /[ \t]*$/.exec(above)?.[0] ?? ''
    if (!commentsAtEnd(above).includes(comment)) this.insert(at, `${comment}\n${indent}`)
  }

  /** Returns the comments left in the file, with their lines in `after`, the content after the changes. */
  leftIn(after: string): readonly { readonly line: number; readonly reason: string }[] {
    return this.#left.map(({ at, reason }) => ({
      line: after.slice(0, movePosition(at, this.changes)).split('\n').length,
      reason,
    }))
  }
}

/** Returns the path relative to the app, which is the root of the project. */
export function sourcePath(file: SourceFile): string {
  return file.getFilePath().slice(1)
}

/** Returns the start of the nearest enclosing statement or member that begins a line, including its doc comment. */
function lineAnchor(file: SourceFile, node: Node): number {
  const text = file.getFullText()
  for (let around: Node | undefined = node; around !== undefined; around = around.getParent()) {
    if (!Node.isStatement(around) && !isMember(around)) continue
    const at = around.getStart(true)
    if (/(?:^|\n)[ \t]*$/.test(text.slice(0, at))) return at
  }
  return 0
}

function isMember(node: Node): boolean {
  return Node.isPropertyAssignment(node) || Node.isShorthandPropertyAssignment(node) || Node.isSpreadAssignment(node)
}

/** Returns the line comments at the end of a text. */
function commentsAtEnd(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.trim())
  const last = lines.slice(0, -1).findLastIndex((line) => !line.startsWith('//'))
  return lines.slice(last + 1)
}
