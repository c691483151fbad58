// Changes the packages of an app that `npm run create` has made to the current ones.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Files that contain the paths of packages: `pnpm-workspace.yaml` has those of pnpm. */
const FILES = ['package.json', 'pnpm-workspace.yaml']

/** Writes the paths of the packages into the app. Returns what is wrong with the folder, or `undefined`. */
export function updateApp(folder, packed) {
  if (!existsSync(join(folder, 'package.json'))) return `${folder} contains no package.json.`
  const files = FILES.map((name) => join(folder, name)).filter(existsSync)
  const texts = files.map((file) => readFileSync(file, 'utf8'))
  if (!texts.some((text) => PATH.test(text))) return `${folder} has no packages of a checkout in its package.json.`
  texts.forEach((text, index) => {
    writeFileSync(files[index], packed.reduce(replacePath, text))
  })
}

const PATH = /"file:[^"]+-[0-9a-f]{12}\.tgz"/

/** `packed`: a package, whose tarball is called <name>-<version>-<hash>.tgz. */
function replacePath(text, { tarball, version }) {
  const [start] = basename(tarball).split(`-${version}-`)
  return text.replaceAll(new RegExp(String.raw`"file:[^"]*/${start}-\d[^"/]*-[0-9a-f]{12}\.tgz"`, 'g'), () =>
    JSON.stringify(`file:${tarball}`),
  )
}
