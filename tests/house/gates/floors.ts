/**
 * Layers, folders and packages: imports must point to lower layers, folders of the same layer must not import each
 * other, and entry points are only for other packages.
 */
import { HOUSES, type House, isOurPackage, PUBLIC_DOORS } from '../floors.ts'
import { createResolver, importsOf, packageOf } from '../imports.ts'
import { isScript, type SourceFile, type Violation } from '../source-tree.ts'

interface Place {
  readonly house: House
  /** Folder or file directly in the package's source folder. */
  readonly entry: string
  /** Undefined for an entry that the table doesn't contain. */
  readonly floor: number | undefined
  readonly isDoor: boolean
}

export function checkFloors(files: readonly SourceFile[], houses: readonly House[] = HOUSES): readonly Violation[] {
  const { resolve } = createResolver(files)
  const violations: Violation[] = []
  for (const file of files.filter(({ path }) => isScript(path))) {
    const from = placeOf(file.path, houses)
    if (from === undefined) continue
    if (from.floor === undefined) {
      violations.push({
        file: file.path,
        message: `"${from.entry}" has no layer; add it to tests/house/floors.ts`,
      })
    }
    for (const { specifier, line } of importsOf(file)) {
      const target = resolve(file.path, specifier)
      const message = relativeProblem(specifier, target) ?? importProblem(from, specifier, target, houses)
      if (message !== undefined) violations.push({ file: file.path, line, message })
    }
  }
  return violations
}

function importProblem(
  from: Place,
  specifier: string,
  target: string | undefined,
  houses: readonly House[],
): string | undefined {
  if (isOurPackage(packageOf(specifier))) return houseProblem(from.house, specifier)
  const to = target === undefined ? undefined : placeOf(target, houses)
  if (to === undefined) return undefined
  if (to.house !== from.house)
    return `imports from the inside of ${to.house.source}; import an entry point of the package`
  return floorProblem(from, to)
}

function relativeProblem(specifier: string, target: string | undefined): string | undefined {
  if (specifier.startsWith('../../')) return `"${specifier}" climbs more than one folder; use the package's # imports`
  if (/^[.#]/.test(specifier) && target === undefined) return `"${specifier}" is not a file of the repository`
  return undefined
}

function houseProblem(house: House, specifier: string): string | undefined {
  const allowed = house.mayImport.some((name) =>
    name.endsWith('/*') ? specifier.startsWith(name.slice(0, -1)) : name === specifier,
  )
  return allowed ? undefined : `${house.name} may not import "${specifier}"`
}

function floorProblem(from: Place, to: Place): string | undefined {
  if (from.isDoor) return undefined
  if (to.isDoor) return `imports the entry point "${to.entry}"; import the file that it re-exports`
  if (from.entry === to.entry || from.floor === undefined || to.floor === undefined) return undefined
  if (from.floor > to.floor) return undefined
  return from.floor === to.floor
    ? `"${from.entry}" and "${to.entry}" share layer ${from.floor} and must not import each other`
    : `"${from.entry}" (layer ${from.floor}) imports up from "${to.entry}" (layer ${to.floor})`
}

function placeOf(path: string, houses: readonly House[]): Place | undefined {
  const house = houses.find(({ source }) => path.startsWith(`${source}/`))
  if (house === undefined) return undefined
  const entry = path.slice(house.source.length + 1).split('/')[0] ?? ''
  const isDoor = house.doors.includes(entry)
  return { house, entry, floor: isDoor ? Number.POSITIVE_INFINITY : house.floors[entry], isDoor }
}

/** Requires that apps import the packages only through public entry points. */
export function checkPublicDoors(files: readonly SourceFile[]): readonly Violation[] {
  const apps = files.filter(({ path }) => path.startsWith('playground/') && isScript(path))
  return apps.flatMap((file) =>
    importsOf(file)
      .filter(({ specifier }) => isOurPackage(packageOf(specifier)) && !PUBLIC_DOORS.includes(specifier))
      .map(({ specifier, line }) => ({ file: file.path, line, message: `"${specifier}" is not a public entry point` })),
  )
}
