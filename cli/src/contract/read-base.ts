/** Reads the contract that the app is compared with: from a commit, or from a file. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { CONTRACT_FILE, type Contract, parseContract } from '@fw/compiler'
import { CliError } from '../cli-error.ts'

interface BaseSource {
  /** Root of the app, which may be a folder of a repository. */
  readonly root: string
  /** A git ref, or a file relative to `cwd`. */
  readonly against: string
  readonly cwd: string
}

/** Returns the contract. Throws a `CliError` if the ref or the file doesn't exist or contains no contract. */
export function readBase(source: BaseSource): Contract {
  const file = resolve(source.cwd, source.against)
  const isFile = existsSync(file) && statSync(file).isFile()
  const contract = parseContract(isFile ? readFileSync(file, 'utf8') : readFromGit(source))
  if (contract !== undefined) return contract
  throw new CliError({
    code: 'bad_contract',
    title: isFile
      ? `${source.against} is not a contract that this version of fw can read.`
      : `${CONTRACT_FILE} at ${source.against} is not a contract that this version of fw can read.`,
    fix: 'Upgrade fw, or write the file again with fw build and commit it.',
  })
}

/** Returns the folder of the app relative to its repository: `''` or `apps/shop/`. `''` without git. */
export function readFolderInRepository(root: string): string {
  const { status, stdout } = runGit(root, ['rev-parse', '--show-prefix'])
  return status === 0 ? stdout.trim() : ''
}

function readFromGit({ root, against }: BaseSource): string {
  if (runGit(root, ['rev-parse', '--git-dir']).status !== 0)
    throw new CliError({
      code: 'unknown_base',
      title: `The file ${against} does not exist, and the app is not in a git repository.`,
      fix: 'Pass the path of an earlier fw.contract.json, or run the command in a checkout.',
    })
  const commit = runGit(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${against}^{commit}`])
  if (commit.status !== 0)
    throw new CliError({
      code: 'unknown_base',
      title: `Neither a commit nor a file is called "${against}".`,
      fix: 'Fetch it first. In GitHub Actions, actions/checkout fetches other branches with fetch-depth: 0.',
    })
  const shown = runGit(root, ['show', `${commit.stdout.trim()}:./${CONTRACT_FILE}`])
  if (shown.status === 0) return shown.stdout
  throw new CliError({
    code: 'missing_contract',
    title: `${against} has no ${CONTRACT_FILE}.`,
    fix: "Add contract: 'locked' to the configuration, run fw build, and commit the file there. Later changes can be compared with it.",
  })
}

function runGit(cwd: string, args: readonly string[]): { readonly status: number | null; readonly stdout: string } {
  const { status, stdout } = spawnSync('git', args, { cwd, encoding: 'utf8', maxBuffer: MAX_OUTPUT })
  return { status, stdout: stdout ?? '' }
}

/** Maximum size of a contract in bytes. */
const MAX_OUTPUT = 256 * 1024 * 1024
