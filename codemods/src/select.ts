/** Selects the codemods of an upgrade. */
import type { Codemod } from './codemod.ts'
import { compareVersions } from './version.ts'

/**
 * Releases that an upgrade is between, such as `0.1.0`. A codemod is selected if its release is after `from` and at or
 * before `to`.
 */
export interface UpgradeRange {
  /** Current version of the app. Codemods of this release have already run. */
  readonly from: string
  /** Target version, inclusive. */
  readonly to: string
}

/**
 * Returns the codemods whose release is after `from` and at or before `to`, oldest release first. Never includes
 * migrations.
 */
export function selectCodemods(codemods: readonly Codemod[], { from, to }: UpgradeRange): readonly Codemod[] {
  const released = codemods.flatMap((codemod) =>
    codemod.release === undefined ? [] : [{ codemod, release: codemod.release }],
  )
  return released
    .filter(({ release }) => compareVersions(release, from) > 0 && compareVersions(release, to) <= 0)
    .sort((left, right) => compareVersions(left.release, right.release))
    .map(({ codemod }) => codemod)
}
