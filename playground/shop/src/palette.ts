/** The colours that pictures are made of. */
export interface Palette {
  readonly ground: string
  readonly glow: string
  readonly main: string
  readonly shade: string
  readonly accent: string
  readonly light: string
}

export const PALETTES: readonly Palette[] = [
  { ground: '#f2e3d0', glow: '#f8efe3', main: '#c8553d', shade: '#9c3d2a', accent: '#2f4858', light: '#fff6ec' },
  { ground: '#d9e4dd', glow: '#e8f0ea', main: '#2f6f5e', shade: '#1f5146', accent: '#e0a458', light: '#f6f4ea' },
  { ground: '#dfe3ee', glow: '#edeff6', main: '#3f5e9a', shade: '#2c4475', accent: '#e8a598', light: '#fbfaf6' },
  { ground: '#f4e4b8', glow: '#faf1d6', main: '#d08c1d', shade: '#a66c0e', accent: '#3b5249', light: '#fff9e8' },
  { ground: '#ecdcdf', glow: '#f5ebed', main: '#8e4a63', shade: '#6c3349', accent: '#6b8f71', light: '#fdf5f3' },
  { ground: '#dcdcd2', glow: '#eaeae2', main: '#59614f', shade: '#3f4638', accent: '#d97b4f', light: '#faf8ef' },
]

/** Where the name promises a colour: walnut is not green. Others take theirs from the hash. */
export const MATERIAL: Readonly<Record<string, number>> = {
  'ash-serving-bowl': 3,
  'brass-pen': 3,
  'carbon-steel-pan': 5,
  'garden-twine': 3,
  'herb-planter': 4,
  'letter-tray': 3,
  'pencil-cup': 5,
  'steel-press': 2,
  'terracotta-pot': 0,
  'walnut-board': 0,
  'watering-can': 1,
}
