/** Several files in one text: each begins with a line `// @file <path>`. A text without such a line is one file. */
const FILE = /^\/\/ @file (\S+)\n/m

export function unpackFiles(text: string, only: string): Readonly<Record<string, string>> {
  if (!text.startsWith('// @file ')) return { [only]: text }
  const [, ...parts] = text.split(FILE)
  const files: Record<string, string> = {}
  for (let index = 0; index < parts.length; index += 2) files[parts[index] ?? ''] = parts[index + 1] ?? ''
  return files
}

export function packFiles(files: Readonly<Record<string, string>>, only: string): string {
  const paths = Object.keys(files).sort()
  if (paths.length === 1 && paths[0] === only) return files[only] ?? ''
  return paths.map((path) => `// @file ${path}\n${files[path]}`).join('')
}
