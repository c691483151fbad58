/** Static output by the number of its pages: the time per page stays the same, and the memory stays bounded. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BenchOptions, type Log, MB, MS, type Result, SECONDS, toResult } from './result.ts'
import { runBuild, stepMs } from './rig/run-build.ts'
import { type Contender, measureRounds } from './rounds.ts'
import { OWN_NODE } from './runtimes.ts'

const SIZES = [1_000, 2_500, 5_000, 10_000]

/** Inside the repository, so that the app finds its packages. */
const WORK = fileURLToPath(new URL('../../.bench/static', import.meta.url))

interface SizedContender extends Contender {
  readonly size: number
}

const MEASURES = {
  /** Time of the step that renders and writes the HTML and the Markdown of the pages. */
  'time of a page': MS,
  /** Of the whole `fw build`, over all of its processes. */
  CPU: SECONDS,
  /** The part of it outside of the kernel: the cost of creating a file varies by 6 times between runs on ext4. */
  'user CPU': SECONDS,
  /** Of a bare loop that writes the same files. */
  'CPU of a page, only written': MS,
  'peak RSS': MB,
}

/** The time of a page by the number of pages shows how the number affects each of them. */
export async function measureStatic({ rounds }: BenchOptions, log: Log): Promise<readonly Result[]> {
  const contenders = SIZES.map((size) => ({ name: `fw, ${size} pages`, runtime: OWN_NODE.name, size }))
  const measure = ({ size }: SizedContender) => buildPages(size)
  const results = await measureRounds({ row: 'static', rounds, contenders, measures: MEASURES, measure }, log)
  return [...results, measurePageCpu(results, 'CPU'), measurePageCpu(results, 'user CPU')]
}

/** Returns the CPU time of each further page, between the smallest and the largest size of a round. */
function measurePageCpu(results: readonly Result[], time: 'CPU' | 'user CPU'): Result {
  const builds = results.filter(({ measure }) => measure === time)
  const [least, most] = [builds[0], builds.at(-1)].map((build) => build?.values ?? [])
  const pages = Math.max(...SIZES) - Math.min(...SIZES)
  const values = (most ?? []).map((seconds, round) => ((seconds - (least?.[round] ?? 0)) * 1000) / pages)
  return toResult({
    row: 'static',
    measure: `${time} of a page`,
    contender: 'fw',
    runtime: OWN_NODE.name,
    ...MS,
    values,
  })
}

async function buildPages(pages: number) {
  const root = join(WORK, String(pages))
  rmSync(root, { recursive: true, force: true })
  for (const [file, text] of Object.entries(appOf(pages))) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  const build = await runBuild(root)
  const [, written] = /^wrote +(\d+) pages/m.exec(build.printed) ?? []
  if (Number(written) !== pages + 1) throw new Error(`fw build of ${pages} pages wrote ${written}:\n${build.printed}`)
  const writtenMs = measureWritesMs(join(root, 'dist'), join(root, 'copy')) / pages
  rmSync(root, { recursive: true, force: true })
  return {
    'time of a page': stepMs(build, 'static') / pages,
    CPU: build.cpuSeconds,
    'user CPU': build.userSeconds,
    'CPU of a page, only written': writtenMs,
    'peak RSS': build.peakRssMb,
  }
}

/** Returns the CPU time of writing the files of `from` to the new folder `to`. */
function measureWritesMs(from: string, to: string): number {
  const entries = readdirSync(from, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const copies = files.map((file) => ({ target: join(to, relative(from, file)), bytes: readFileSync(file) }))
  const folders = new Set(copies.map(({ target }) => dirname(target)))
  const before = process.cpuUsage()
  for (const folder of folders) mkdirSync(folder, { recursive: true })
  for (const { target, bytes } of copies) writeFileSync(target, bytes)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Pages of about 4 kB that differ, with a head, links to other pages, a list, a table and code. */
function appOf(pages: number): Readonly<Record<string, string>> {
  return {
    'package.json': '{ "name": "bench-static", "private": true, "type": "module" }\n',
    'fw.config.ts': `export default { output: 'static', siteUrl: 'https://static.example', title: 'Notes', llmsTxt: {} }\n`,
    'src/notes.ts': NOTES.replace('PAGES', String(pages)),
    'src/feed.ts': FEED,
    'src/styles.css': 'main { max-width: 40rem }\n',
    'src/routes/_layout.tsx': LAYOUT,
    'src/routes/index.tsx': INDEX,
    'src/routes/notes/[slug].tsx': NOTE_PAGE,
  }
}

const NOTES = `const WORDS = 'tide gauge harbour lamp rope barometer swell pier fog anchor buoy chart'.split(' ')
const PROSE = Array.from({ length: 400 }, (_, at) => WORDS[(at * 7 + (at % 5) * 3) % WORDS.length]).join(' ')
/** Generated in advance, because the app's own work isn't measured. */
const sentence = (seed: number) => PROSE.slice((seed * 31) % 1900, ((seed * 31) % 1900) + 100) + '.'
export interface Note { slug: string; title: string; summary: string; at: number; paragraphs: string[] }
export const COUNT = PAGES
export const noteOf = (at: number): Note => ({
  slug: 'note-' + at,
  title: 'Note ' + at + ' & ' + WORDS[at % WORDS.length],
  summary: sentence(at),
  at,
  paragraphs: Array.from({ length: 8 }, (_, line) => [0, 1, 2].map((more) => sentence(at * 11 + line * 3 + more)).join(' ')),
})
`
const FEED = `import { noteOf } from './notes.ts'
export default {
  items: () => Array.from({ length: 20 }, (_, at) => noteOf(at)).map(({ slug, title, summary }) => ({ url: '/notes/' + slug, title, description: summary })),
}
`
const LAYOUT = `export default (props) => (
  <>
    <header><a href="/">Notes</a></header>
    <main>{props.children}</main>
    <footer>Written at build time</footer>
  </>
)
`
const INDEX = `import { For } from 'solid-js'
import { noteOf } from '../notes.ts'
export default () => (
  <>
    <h1>Notes</h1>
    <ul><For each={[0, 1, 2, 3]}>{(at) => <li><a href={'/notes/' + noteOf(at).slug}>{noteOf(at).title}</a></li>}</For></ul>
  </>
)
`
const NOTE_PAGE = `import { For } from 'solid-js'
import { COUNT, noteOf } from '../../notes.ts'
const read = (slug) => noteOf(Number(slug.slice('note-'.length)))
export const staticParams = () => Array.from({ length: COUNT }, (_, at) => ({ slug: 'note-' + at }))
export const meta = ({ params }) => {
  const { title, summary, slug } = read(params.slug)
  return { title, description: summary, canonical: '/notes/' + slug, og: { type: 'article' } }
}
export default (props) => {
  const note = read(props.params.slug)
  return (
    <article>
      <h1>{note.title}</h1>
      <p><em>{note.summary}</em></p>
      <For each={note.paragraphs}>{(text) => <p>{text}</p>}</For>
      <table>
        <thead><tr><th>Hour</th><th>Height</th></tr></thead>
        <tbody><For each={[0, 6, 12, 18]}>{(hour) => <tr><td>{hour}</td><td>{(note.at + hour) % 7} m</td></tr>}</For></tbody>
      </table>
      <pre><code>{'node tide.ts --note ' + note.slug}</code></pre>
      <a href={'/notes/note-' + ((note.at + 1) % COUNT)}>Next</a>
    </article>
  )
}
`
