/**
 * The only script of the report's page: it draws scripts and their modules as tiles. The page contains its source, so
 * that it may use nothing but its arguments. The page's tables contain the same data.
 */
import type { squarify, Tile } from './squarify.ts'

/** Data that the script reads from the page. Sizes are compressed bytes. */
export interface TreemapData {
  readonly scripts: readonly {
    readonly file: string
    readonly bytes: number
    /** `[name, kind, bytes]`, the heaviest first. */
    readonly modules: readonly (readonly [string, string, number])[]
  }[]
  /** Indexes of scripts by the value of an option in `#scope`. */
  readonly choices: Readonly<Record<string, readonly number[]>>
}

/** Draws the scripts selected in `#scope` into `#map`, and again when either changes. */
export function drawTreemap(data: TreemapData, layOut: typeof squarify): void {
  const map = document.querySelector<HTMLElement>('#map')
  const scope = document.querySelector<HTMLSelectElement>('#scope')
  const summary = document.querySelector<HTMLElement>('#summary')
  if (map === null || scope === null || summary === null) return
  const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(2)} kB`

  const newTile = (kind: string, name: string, bytes: number, { x, y, width, height }: Tile): HTMLElement => {
    const tile = document.createElement('div')
    tile.className = `tile ${kind}`
    tile.title = `${name}: ${kilobytes(bytes)}`
    const place = { left: x, top: y, width, height }
    for (const [side, length] of Object.entries(place)) tile.style.setProperty(side, `${length}px`)
    if (width > 40 && height > 18) tile.textContent = name.replace(/^.*\//, '')
    return tile
  }

  const draw = (): void => {
    const chosen = data.choices[scope.value]
    const scripts = (chosen === undefined ? data.scripts : chosen.flatMap((index) => data.scripts[index] ?? []))
      .filter(({ bytes }) => bytes > 0)
      .sort((a, b) => b.bytes - a.bytes)
    const sum = scripts.reduce((all, { bytes }) => all + bytes, 0)
    summary.textContent = scripts.length === 0 ? 'No script.' : `${scripts.length} scripts, ${kilobytes(sum)} together.`
    map.replaceChildren()
    map.hidden = scripts.length === 0
    const area = { x: 0, y: 0, width: map.clientWidth, height: map.clientHeight }
    const places = layOut(
      scripts.map(({ bytes }) => bytes),
      area,
    )
    for (const [index, script] of scripts.entries()) {
      const place = places[index]
      if (place === undefined) continue
      const frame = newTile('script', '', script.bytes, place)
      frame.title = `${script.file}: ${kilobytes(script.bytes)}`
      const head = place.height > 40 && place.width > 60 ? 20 : 0
      if (head > 0) {
        const label = document.createElement('span')
        label.textContent = `${script.file.replace(/^assets\//, '')} ${kilobytes(script.bytes)}`
        frame.append(label)
      }
      const inner = { x: 0, y: head, width: Math.max(0, place.width - 4), height: Math.max(0, place.height - head - 4) }
      const modules = script.modules.filter(([, , bytes]) => bytes > 0)
      const tiles = layOut(
        modules.map(([, , bytes]) => bytes),
        inner,
      )
      for (const [at, [name, kind, bytes]] of modules.entries()) {
        const tile = tiles[at]
        if (tile !== undefined) frame.append(newTile(kind, name, bytes, tile))
      }
      map.append(frame)
    }
  }
  scope.addEventListener('change', draw)
  new ResizeObserver(draw).observe(map)
}
