// Decides whether the packages can be published from a checkout.
import { execFileSync } from 'node:child_process'
import { listChangesets, readVersion } from './run-changeset.mjs'

const GITHUB =
  /^(?:https:\/\/github\.com\/|git@github\.com:|ssh:\/\/git@github\.com\/)([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/

/** Returns the URL of the repository: of the running workflow, or of the remote `origin` at GitHub. */
export function findRepository(root, { GITHUB_REPOSITORY: name }) {
  if (name) return `https://github.com/${name}`
  const [, path] = GITHUB.exec(git(root, ['config', '--get', 'remote.origin.url'])) ?? []
  return path === undefined ? undefined : `https://github.com/${path}`
}

/** Returns a sentence for each reason against a release. */
export function findProblems(root, repository) {
  const changesets = listChangesets(root)
  const tag = `v${readVersion(root)}`
  return [
    repository === undefined &&
      'The repository is unknown, which provenance needs. Run the release in its workflow, or add a remote "origin" at GitHub.',
    git(root, ['status', '--porcelain']) !== '' && 'The checkout has changes that are not committed.',
    changesets.length > 0 &&
      `.changeset/ describes changes without a version (${changesets.join(', ')}). Run \`npm run changeset -- version\` and commit.`,
    git(root, ['tag', '--list', tag]) !== '' && `The tag ${tag} exists. Describe a change with \`npm run changeset\`.`,
  ].filter((problem) => problem !== false)
}

/** Returns the output, or an empty string if git fails. */
function git(root, args) {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}
