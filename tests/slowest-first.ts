/** The order of the test files: slow files start first, so that no worker is still busy with one at the end. */
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Paths below `tests/`, the slowest first. A wrong order or a missing file only costs time. */
export const SLOWEST = [
  'packages/first-day.e2e.test.ts',
  'packages/first-day-on-bun.e2e.test.ts',
  'packages/other-managers.e2e.test.ts',
  'packages/products.e2e.test.ts',
  'packages/release.e2e.test.ts',
  'packages/checkout.e2e.test.ts',
  'packages/packed.e2e.test.ts',
  'docs/examples.e2e.test.ts',
  'playground/examples.e2e.test.ts',
  'docs/commands.e2e.test.ts',
  'http/requests/crash.e2e.test.ts',
  'cli/run.test.ts',
  'compiler/build/build.test.ts',
  'browser/agent/provenance.test.ts',
  'browser/islands/hydration-mismatch.test.ts',
  'browser/shop/shop-accessibility.e2e.test.ts',
  'browser/blog-site.e2e.test.ts',
  'browser/styles.e2e.test.ts',
  'browser/islands/hot-reload.e2e.test.ts',
  'cli/failed-imports.e2e.test.ts',
  'cli/failing-module.e2e.test.ts',
  'cli/source-errors.e2e.test.ts',
  'compiler/dev/reach.e2e.test.ts',
  'compiler/build/client-graphs.e2e.test.ts',
  'cli/check.test.ts',
  'compiler/analyze/stored-results.test.ts',
  'compiler/corpus/tags.test.ts',
  'compiler/check.test.ts',
  'structure/structure.test.ts',
  'runtime/host/timeouts.test.ts',
  'compiler/rules/docs.test.ts',
  'compiler/corpus/corpus.test.ts',
]

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = SLOWEST.indexOf(relative(import.meta.dirname, moduleId).replaceAll('\\', '/'))
      return at === -1 ? SLOWEST.length : at
    }
    const kept = ({ project }: TestSpecification): string => (project.config.isolate ? '' : project.name)
    // Workers that are discarded start first, then reused workers, grouped by project: a reused worker exits, with its
    // Chromium and its modules, when the next file belongs to another project.
    return (await super.sort(files)).sort((a, b) => compare(kept(a), kept(b)) || place(a) - place(b))
  }
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)
