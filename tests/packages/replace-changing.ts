/** Replaces values that differ between runs or machines in the stored transcripts. */

const TIME = String.raw`\d+(?:\.\d+)? ?(?:ms|µs|s)\b`

const REPLACED: readonly (readonly [RegExp, string])[] = [
  // Notices of npm, including the one about install scripts that it hasn't run.
  [/^npm (?:warn|notice).*\n?|^> npx\n> .*\n+/gm, ''],
  // Addresses of this machine in its networks.
  [/^Listening on https?:\/\/(?!localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]).*\n?/gm, ''],
  [/(?<=https?:\/\/(?:127\.0\.0\.1|localhost|0\.0\.0\.0|\[::1\]):)\d+/g, '3000'],
  // vitest prints its own table of times.
  [/^( +Start at +).+$/gm, '$1<time>'],
  [/^( +Duration +).+$/gm, '$1<time>'],
  [new RegExp(`\\b(?:\\d+m )?${TIME}`, 'g'), '<time>'],
  // pnpm prints its progress, and yarn a time unless it is short.
  [/^(?:\.\.\.\/\S+ +\| |Progress: ).*\n/gm, ''],
  [/^Packages: \+\d+\n\++$/gm, 'Packages: +<n>'],
  [/^(➤ YN0000: . (?:Completed|Done(?: with warnings)?)) in .*$/gm, '$1'],
  [/^(➤ YN00(?:13: │ |85: │ .*, and ))\d+(?= )/gm, '$1<n>'],
  [/^(➤ YN0005: .* \[)[0-9a-f]+(?=\])/gm, '$1<hash>'],
  // npm's, on a busy machine.
  [/(?<=\bpackages in )\d+m\b/g, '<time>'],
  [/\b\d+(?:\.\d+)? ?(?:B|kB|KB|KiB|MB|MiB|bytes)\b/g, '<size>'],
  // The number of requests until an edit is visible differs.
  [/(?:^(?:GET|POST) \/\S* \d{3} <time>\n?)+/gm, '<a line for each request>\n'],
  [/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<date>'],
  [/\b[A-Z][a-z]+ \d{1,2}, \d{4} at \d\d:\d\d [AP]M UTC\b/g, '<date>'],
  [/("expiresAt":)\d+/g, '$1<date>'],
  [/("id":"|\?id=|proposal:\/\/)[\w-]{32}/g, '$1<id>'],
  // The width of the bar depends on the time or the size.
  [/ {2,}(?=<(?:time|size)>)/g, '  '],
  // Slow tests have a separate line.
  [/^ {3,}✓ .*\n/gm, ''],
  // The columns of the build report differ too.
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

/** `folder`: the folder of the app. */
export function replaceChanging(text: string, folder: string): string {
  const without = text.replaceAll(folder, '<folder>')
  const replaced = REPLACED.reduce((all, [pattern, replacement]) => all.replace(pattern, replacement), without)
  // Test files are listed in the order in which they end.
  return replaced.replace(/(?:^ ✓ \S+\.test\.ts .*\n)+/gm, sortLines).trim()
}

function sortLines(lines: string): string {
  return `${lines.trimEnd().split('\n').sort().join('\n')}\n`
}
