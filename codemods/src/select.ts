/** Which codemods an upgrade runs (spec: Command line, `upgrade`). */
import type { Codemod } from './codemod.ts'
import { compareVersions } from './version.ts'

/**
 * The two releases that an upgrade is between, as `0.1.0`. A codemod is selected whose release is after `from` and not
 * after `to`.
 */
export interface UpgradeRange {
  /** The version that the app has: codemods of this release have run already. */
  readonly from: string
  /** The version that the app gets, included. */
  readonly to: string
}

/** Codemods whose release is after `from` and at or before `to`, oldest release first. Migrations are never selected. */
export function selectCodemods(codemods: readonly Codemod[], { from, to }: UpgradeRange): readonly Codemod[] {
  const released = codemods.flatMap((codemod) =>
    codemod.release === undefined ? [] : [{ codemod, release: codemod.release }],
  )
  return released
    .filter(({ release }) => compareVersions(release, from) > 0 && compareVersions(release, to) <= 0)
    .sort((left, right) => compareVersions(left.release, right.release))
    .map(({ codemod }) => codemod)
}
