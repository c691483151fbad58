/** What is different each time, or on each machine, as the kept transcripts have it. */

const TIME = String.raw`\d+(?:\.\d+)? ?(?:ms|µs|s)\b`

const REPLACED: readonly (readonly [RegExp, string])[] = [
  // What npm has to say of itself, and of install scripts that it has not run.
  [/^npm (?:warn|notice).*\n?|^> npx\n> .*\n+/gm, ''],
  [/(?<=https?:\/\/(?:127\.0\.0\.1|localhost|0\.0\.0\.0|\[::1\]):)\d+/g, '3000'],
  // The runner of vitest gives its times a table of their own.
  [/^( +Start at +).+$/gm, '$1<time>'],
  [/^( +Duration +).+$/gm, '$1<time>'],
  [new RegExp(`\\b${TIME}`, 'g'), '<time>'],
  [/\b\d+(?:\.\d+)? ?(?:B|kB|KB|KiB|MB|MiB|bytes)\b/g, '<size>'],
  // How often an edit is asked for before it is seen differs.
  [/(?:^(?:GET|POST) \/\S* \d{3} <time>\n?)+/gm, '<a line for each request>\n'],
  [/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<date>'],
  [/("expiresAt":)\d+/g, '$1<date>'],
  [/("id":"|\?id=)[\w-]{32}/g, '$1<id>'],
  // The bar is as wide as the time or the size was.
  [/ {2,}(?=<(?:time|size)>)/g, '  '],
  // Tests that took long have a line of their own.
  [/^ {3,}✓ .*\n/gm, ''],
  // So are the columns of what the build reports.
  [/^( +route) +JS +islands$/gm, '$1  JS  islands'],
  [/ none +(\d+)$/gm, ' none  $1'],
  // Packages differ between platforms.
  [/\b(added|installed|removed) \d+ packages?/g, '$1 <n> packages'],
  [/\b\d+ packages installed/g, '<n> packages installed'],
  [/^Resolved, downloaded and extracted \[\d+\]$/gm, 'Resolved, downloaded and extracted [<n>]'],
  [/^(\| node \| ).+( \|)$/gm, '$1<version>$2'],
  // Names of built files have a hash in them.
  [/(?<=[\w.]-)[\w-]{8}(?=\.(?:js|css)\b)/g, '<hash>'],
]

/** `folder`: where the app was made. */
export function replaceChanging(text: string, folder: string): string {
  const without = text.replaceAll(folder, '<folder>')
  const replaced = REPLACED.reduce((all, [pattern, replacement]) => all.replace(pattern, replacement), without)
  // Test files are told in the order in which they end.
  return replaced.replace(/(?:^ ✓ \S+\.test\.ts .*\n)+/gm, sortLines).trim()
}

function sortLines(lines: string): string {
  return `${lines.trimEnd().split('\n').sort().join('\n')}\n`
}
