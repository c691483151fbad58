// `npm run changeset`: describes a change for the changelogs of the next release. `npm run changeset -- version` gives all
// packages the next version. Other arguments are those of https://github.com/changesets/changesets.
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runChangeset } from './run-changeset.mjs'

const root = resolve(fileURLToPath(new URL('../..', import.meta.url)))
process.exitCode = runChangeset(root, process.argv.slice(2))
