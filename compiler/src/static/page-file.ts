/**
 * Returns where a page of a static site is stored: a name that every file system and every host treats the same way.
 */

/** Windows reserves these for devices, with and without an extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?$/i
/** Characters that a common file system rejects in a name, or interprets differently. */
const RESERVED = /[<>:"|?*\\/\p{Cc}]/u
/** Longest name of most file systems, in bytes. */
const MAX_NAME = 255

/**
 * Returns the folder of the page at `path`, relative to the output and with `/`: `blog/café` for `/blog/caf%C3%A9`,
 * empty for `/`.
 *
 * @throws `TypeError` that names the part which can't be stored.
 */
export function getPageFolder(path: string): string {
  if (!path.startsWith('/')) throw new TypeError(`The path "${path}" does not begin with "/".`)
  if (path === '/') return ''
  return path
    .slice(1)
    .split('/')
    .map((segment) => toFileName(segment, path))
    .join('/')
}

/** Returns equal names for files that collide in a folder where capitals or composed letters make no difference. */
export function foldName(file: string): string {
  return file.normalize('NFC').toLowerCase().normalize('NFC')
}

function toFileName(segment: string, path: string): string {
  const name = decode(segment, path)
  const shown = `"${name}" in ${path}`
  if (name === '') throw new TypeError(`${path} has an empty part: a parameter is missing or empty.`)
  if (name === '.' || name === '..') throw new TypeError(`${shown} would refer to another folder.`)
  const reserved = RESERVED.exec(name)?.[0]
  if (reserved !== undefined)
    throw new TypeError(
      `${shown} contains ${printable(reserved)}, which file systems and hosts do not allow in a name.`,
    )
  if (name.startsWith('.') && name !== '.well-known')
    throw new TypeError(`${shown} begins with a dot, and hosts do not serve such files.`)
  if (/[. ]$/.test(name)) throw new TypeError(`${shown} ends with a dot or a space, which file systems drop.`)
  if (DEVICE.test(name)) throw new TypeError(`${shown} is the name of a device on Windows.`)
  if (Buffer.byteLength(name) > MAX_NAME - '.html'.length)
    throw new TypeError(`"${name.slice(0, 40)}…" is longer than a file name may be.`)
  return name
}

function decode(segment: string, path: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new TypeError(`${path} is not percent-encoded UTF-8.`)
  }
}

function printable(character: string): string {
  return character < ' ' || character === '\u007f' ? 'a control character' : `"${character}"`
}
