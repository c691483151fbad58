/** The order of the test files: what takes long begins first, so that no worker is left alone with it at the end. */
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Below `tests/`, the slowest first. Another order, or a file that is missing here, costs time and nothing else. */
export const SLOWEST = [
  'packages/packed.e2e.test.ts',
  'playground/examples.e2e.test.ts',
  'compiler/build/build.test.ts',
  'cli/check.test.ts',
  'compiler/analyze/stored-results.test.ts',
  'compiler/ts-plugin/parity.e2e.test.ts',
  'browser/styles.e2e.test.ts',
  'readme/static-output-page.e2e.test.ts',
  'browser/shop/shop-pages.e2e.test.ts',
  'cli/conventions.e2e.test.ts',
  'browser/blog-site.e2e.test.ts',
  'browser/shop/shop-accessibility.e2e.test.ts',
  'compiler/rules/docs.test.ts',
  'compiler/check.test.ts',
  'compiler/corpus/tags.test.ts',
  'compiler/corpus/corpus.test.ts',
  'compiler/mcp-types.e2e.test.ts',
  'http/requests/crash.e2e.test.ts',
  'runtime/host/timeouts.test.ts',
]

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = SLOWEST.indexOf(relative(import.meta.dirname, moduleId).replaceAll('\\', '/'))
      return at === -1 ? SLOWEST.length : at
    }
    const kept = ({ project }: TestSpecification): string => (project.config.isolate ? '' : project.name)
    // Workers that are thrown away come first, then those that are kept, by their project: a worker that is kept ends, with
    // its Chromium and its modules, as soon as the next file is one of another project.
    return (await super.sort(files)).sort((a, b) => compare(kept(a), kept(b)) || place(a) - place(b))
  }
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)
