/** The drawings themselves, on a square of 320 units with the floor at 262. Data: read art.ts first. */
import type { Palette } from './palette.ts'

type Drawing = (palette: Palette) => string

const box = (x: number, y: number, w: number, h: number, r: number, fill: string, more = '') =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}"${more}/>`
const path = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}"${more}/>`
const line = (d: string, stroke: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${more}/>`
const dot = (cx: number, cy: number, r: number, fill: string) =>
  `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${fill}"/>`
const oval = (cx: number, cy: number, rx: number, ry: number, fill: string) =>
  `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${fill}"/>`
const times = (count: number, each: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => each(i)).join('')

/** Used for products without a drawing. */
export const parcel: Drawing = (p) => box(84, 132, 152, 128, 8, p.main) + box(148, 132, 24, 128, 0, p.accent)

/** By product slug. */
export const DRAWINGS: Readonly<Record<string, Drawing>> = {
  'stoneware-mug': (p) =>
    line('M208 168c44-10 50 58 0 52', p.shade, 15) +
    path('M96 136h120v96a30 30 0 0 1-30 30h-60a30 30 0 0 1-30-30z', p.main) +
    path('M96 136h120v52c-22 18-40-8-60 6s-42 12-60-4z', p.light) +
    oval(156, 136, 60, 12, p.shade),
  'gooseneck-kettle': (p) =>
    line('M112 226C60 220 84 134 44 124', p.shade, 13) +
    line('M206 140c60 0 58 84 14 92', p.accent, 14) +
    path('M112 150h96l22 96a16 16 0 0 1-16 16H106a16 16 0 0 1-16-16z', p.main) +
    path('M176 150h32l22 96a16 16 0 0 1-16 16h-24z', p.shade) +
    path('M118 150a42 26 0 0 1 84 0z', p.light) +
    dot(160, 118, 10, p.accent),
  'carbon-steel-pan': (p) =>
    box(184, 112, 128, 20, 10, p.accent, ' transform="rotate(-34 196 122)"') +
    dot(136, 176, 86, p.shade) +
    dot(136, 176, 70, p.main) +
    path('M136 106a70 70 0 0 1 70 70h-20a50 50 0 0 0-50-50z', p.light, ' opacity=".35"'),
  'ash-serving-bowl': (p) =>
    path('M56 168h208c0 60-44 94-104 94S56 228 56 168z', p.main) +
    path('M78 204c50 22 114 22 164 0M98 232c36 14 88 14 124 0', 'none', ` stroke="${p.shade}" stroke-width="5"`) +
    oval(160, 168, 104, 26, p.shade) +
    dot(132, 156, 26, p.accent) +
    dot(180, 150, 30, p.light) +
    dot(206, 164, 20, p.accent),
  'paring-knife': (p) =>
    `<g transform="rotate(-38 160 170)">${path('M40 178c30-34 80-36 128-36v36z', p.light)}${path('M40 178h128v8H56z', p.shade)}${box(166, 140, 108, 34, 14, p.main)}${dot(192, 157, 5, p.light)}${dot(240, 157, 5, p.light)}</g>`,
  'walnut-board': (p) =>
    box(82, 76, 156, 186, 22, p.main) +
    times(4, (row) =>
      times(3, (col) =>
        box(92 + col * 47, 112 + row * 36, 42, 31, 3, (row + col) % 2 ? p.shade : p.accent, ' opacity=".55"'),
      ),
    ) +
    dot(160, 94, 9, p.ground),
  'storage-jar': (p) =>
    box(100, 116, 120, 146, 22, p.light, ' opacity=".75"') +
    path('M100 172h120v68a22 22 0 0 1-22 22h-76a22 22 0 0 1-22-22z', p.main) +
    times(12, (i) => dot(116 + (i % 4) * 29, 188 + Math.floor(i / 4) * 25, 7, p.shade)) +
    path('M112 84h96l-8 36h-80z', p.accent) +
    box(112, 128, 9, 108, 4, p.light),
  'steel-press': (p) =>
    line('M212 138h34v84h-34', p.accent, 14) +
    box(104, 108, 112, 154, 14, p.main) +
    box(104, 108, 30, 154, 14, p.light, ' opacity=".3"') +
    box(94, 96, 132, 20, 10, p.shade) +
    line('M160 94V50', p.shade, 7) +
    dot(160, 46, 14, p.accent),
  'linen-notebook': (p) =>
    `<g transform="rotate(-7 160 168)">${box(96, 78, 142, 186, 8, p.light)}${box(86, 72, 144, 186, 8, p.main)}${box(86, 72, 26, 186, 8, p.shade)}${box(140, 112, 64, 38, 4, p.light)}${line('M152 126h40M152 137h24', p.shade, 4)}${box(204, 72, 9, 206, 2, p.accent)}</g>`,
  'brass-pen': (p) =>
    `<g transform="rotate(42 160 160)">${box(148, 40, 26, 182, 10, p.main)}${box(148, 40, 9, 182, 5, p.light, ' opacity=".5"')}${path('M148 214h26l-13 48z', p.shade)}${box(154, 22, 14, 24, 5, p.accent)}${box(172, 54, 9, 76, 4, p.accent)}</g>` +
    line('M44 268c26-22 34 12 60-6', p.accent, 5),
  'task-lamp': (p) =>
    path('M196 126l76 118H132z', p.light, ' opacity=".7"') +
    line('M116 256L84 160l92-74', p.shade, 11) +
    box(72, 248, 92, 14, 7, p.main) +
    dot(84, 160, 11, p.accent) +
    path('M158 86l48-24 30 58-62 24z', p.main) +
    dot(176, 84, 10, p.accent),
  'desk-clock': (p) =>
    box(82, 98, 156, 164, 20, p.main) +
    dot(160, 176, 60, p.light) +
    times(12, (i) => `<g transform="rotate(${i * 30} 160 176)">${box(158, 122, 4, i % 3 ? 7 : 13, 2, p.shade)}</g>`) +
    line('M160 176v-36', p.shade, 7) +
    line('M160 176l26 20', p.shade, 7) +
    dot(160, 176, 7, p.accent),
  'wool-desk-mat': (p) =>
    path('M40 150l210-34 42 92L66 254z', p.shade) +
    path('M40 142l210-34 42 92L66 246z', p.main) +
    path('M98 156l96-15 20 44-104 17z', p.light) +
    times(3, (i) => line(`M${110 + i * 3} ${164 + i * 11}l78-12`, p.shade, 5)) +
    oval(240, 172, 17, 12, p.accent),
  'letter-tray': (p) =>
    path('M92 120l128-12 12 96H84z', p.light) +
    line('M112 136l86-8M112 154l92-8M112 172l96-8', p.shade, 5, ' opacity=".5"') +
    path('M62 182h196v66a14 14 0 0 1-14 14H76a14 14 0 0 1-14-14z', p.main) +
    path('M118 182h84a42 26 0 0 1-84 0z', p.ground) +
    box(62, 182, 14, 80, 5, p.shade) +
    box(244, 182, 14, 80, 5, p.shade),
  'pencil-cup': (p) =>
    `<g transform="rotate(-9 140 150)">${box(126, 70, 17, 120, 2, p.accent)}${path('M126 70l8-24 9 24z', p.light)}</g><g transform="rotate(8 180 150)">${box(172, 56, 17, 130, 2, p.light)}${path('M172 56l8-24 9 24z', p.accent)}</g>${line('M160 80v90', p.shade, 8)}` +
    path('M104 152h112l-8 96a14 14 0 0 1-14 14h-68a14 14 0 0 1-14-14z', p.main) +
    path('M180 152h36l-8 96a14 14 0 0 1-14 14h-20z', p.shade),
  'monitor-riser': (p) =>
    box(82, 70, 156, 100, 9, p.accent) +
    box(92, 80, 136, 80, 4, p.light) +
    path('M92 132l40-26 34 22 24-14 38 28v18H92z', p.main, ' opacity=".5"') +
    box(148, 170, 24, 24, 0, p.accent) +
    path('M48 194h224a12 12 0 0 1 12 12v56h-22v-46H58v46H36v-56a12 12 0 0 1 12-12z', p.main) +
    box(92, 240, 136, 18, 6, p.shade),
  'canvas-day-pack': (p) =>
    line('M128 92c0-44 64-44 64 0', p.shade, 11) +
    box(82, 160, 28, 84, 12, p.shade) +
    box(210, 160, 28, 84, 12, p.shade) +
    path('M96 138a64 60 0 0 1 128 0v104a20 20 0 0 1-20 20h-88a20 20 0 0 1-20-20z', p.main) +
    path('M96 138a64 60 0 0 1 128 0v24a20 20 0 0 1-20 20h-88a20 20 0 0 1-20-20z', p.accent) +
    box(118, 196, 84, 50, 10, p.shade) +
    box(152, 166, 16, 44, 5, p.light),
  'insulated-bottle': (p) =>
    box(140, 52, 40, 34, 8, p.accent) +
    path('M140 86h40v14c22 8 30 22 30 42v102a18 18 0 0 1-18 18h-64a18 18 0 0 1-18-18V142c0-20 8-34 30-42z', p.main) +
    path('M180 100c22 8 30 22 30 42v102a18 18 0 0 1-18 18h-20z', p.shade, ' opacity=".6"') +
    box(110, 178, 100, 36, 0, p.light) +
    line('M126 204l18-16 14 10 14-14 22 20', p.accent, 5),
  'ridge-tent': (p) =>
    path('M160 84l118 178H42z', p.main) +
    path('M160 84l118 178h-74z', p.shade) +
    path('M160 128l46 134h-92z', p.light) +
    path('M160 128l-46 134h30z', p.accent) +
    line('M42 262l-22 6M278 262l22 6M160 84V64', p.shade, 6),
  'camp-lantern': (p) =>
    line('M112 112c0-74 96-74 96 0', p.shade, 8) +
    path('M116 110h88l12 22H104z', p.main) +
    box(112, 132, 96, 96, 4, p.light) +
    oval(160, 182, 24, 38, p.accent) +
    oval(160, 194, 11, 22, p.light) +
    line('M112 132v96M208 132v96', p.shade, 6) +
    path('M104 228h112l8 22a10 10 0 0 1-10 12H106a10 10 0 0 1-10-12z', p.main),
  'enamel-mug': (p) =>
    line('M204 156c54-4 54 76 0 72', p.accent, 12) +
    path('M98 128h112v124a10 10 0 0 1-10 10h-92a10 10 0 0 1-10-10z', p.light) +
    path('M182 128h28v124a10 10 0 0 1-10 10h-28z', p.ground, ' opacity=".7"') +
    box(92, 120, 124, 14, 7, p.accent) +
    times(7, (i) => dot(118 + ((i * 37) % 74), 158 + ((i * 53) % 86), 4, p.main)),
  'folding-stool': (p) =>
    line('M104 136l104 124M216 136L112 260', p.shade, 13) +
    line('M160 150v110', p.accent, 13) +
    path('M78 116h164c-8 40-38 52-82 52s-74-12-82-52z', p.main) +
    box(74, 108, 172, 16, 8, p.shade),
  'wool-beanie': (p) =>
    path('M80 220c0-84 30-130 80-130s80 46 80 130z', p.main) +
    times(5, (i) =>
      line(`M${104 + i * 28} 212c0-50 ${10 - i * 5}-90 ${28 - i * 14}-112`, p.shade, 5, ' opacity=".6"'),
    ) +
    box(68, 208, 184, 52, 18, p.accent) +
    times(8, (i) => line(`M${86 + i * 21} 218v32`, p.shade, 4, ' opacity=".45"')) +
    dot(160, 82, 20, p.light),
  'pocket-compass': (p) =>
    dot(160, 96, 15, p.shade) +
    dot(160, 96, 7, p.ground) +
    dot(160, 184, 82, p.main) +
    dot(160, 184, 64, p.light) +
    times(8, (i) => `<g transform="rotate(${i * 45} 160 184)">${box(158, 126, 4, 10, 2, p.shade)}</g>`) +
    `<g transform="rotate(32 160 184)">${path('M160 134l13 50h-26z', p.accent)}${path('M160 234l13-50h-26z', p.shade)}</g>` +
    dot(160, 184, 6, p.light),
  'merino-throw': (p) =>
    path('M70 122c40-26 140-26 180 0v92c-40-22-140-22-180 0z', p.main) +
    path('M70 122c40-26 140-26 180 0v30c-40-24-140-24-180 0z', p.light) +
    path('M70 170c40-24 140-24 180 0v14c-40-24-140-24-180 0z', p.accent) +
    path('M70 204c40-22 140-22 180 0v46c-40-20-140-20-180 0z', p.shade) +
    times(13, (i) =>
      line(`M${76 + i * 14} ${250 - Math.round(14 * Math.sin(((i + 0.5) / 13) * Math.PI))}v14`, p.light, 4),
    ),
  'linen-cushion': (p) =>
    path('M76 102c50 10 118 10 168 0 10 48 10 104 0 154-50-10-118-10-168 0-10-50-10-106 0-154z', p.main) +
    line(
      'M92 120c46 9 90 9 136 0 8 40 8 78 0 118-46-9-90-9-136 0-8-40-8-78 0-118z',
      p.light,
      4,
      ' stroke-dasharray="2 11"',
    ) +
    path('M92 180c30-26 38 24 68 0s38 24 68 0v22c-30 24-38-26-68 0s-38-26-68 0z', p.accent),
  'waffle-towel': (p) =>
    box(44, 74, 232, 13, 6, p.shade) +
    box(96, 72, 128, 176, 6, p.main) +
    times(8, (row) => times(6, (col) => box(104 + col * 20, 88 + row * 17, 13, 11, 2, p.light, ' opacity=".45"'))) +
    box(96, 226, 128, 12, 0, p.accent),
  'striped-rug': (p) =>
    `<g transform="rotate(-12 160 176)">${box(78, 76, 164, 196, 3, p.light)}${times(6, (i) => box(78, 88 + i * 31, 164, i % 2 ? 10 : 19, 0, i % 3 === 0 ? p.main : i % 3 === 1 ? p.accent : p.shade))}${times(14, (i) => line(`M${83 + i * 12} 272v12M${83 + i * 12} 76V64`, p.light, 4))}</g>`,
  'linen-apron': (p) =>
    line('M128 92c4-42 60-42 64 0', p.shade, 8) +
    path('M122 90h76l8 62c34 6 38 12 38 34v70H76v-70c0-22 4-28 38-34z', p.main) +
    path('M122 90h76l3 20h-82z', p.accent) +
    box(102, 196, 52, 42, 5, p.shade) +
    box(166, 196, 52, 42, 5, p.shade),
  'tea-towels': (p) =>
    box(74, 214, 172, 44, 8, p.main) +
    box(82, 166, 156, 44, 8, p.light) +
    box(78, 118, 164, 44, 8, p.accent) +
    box(74, 228, 172, 6, 0, p.light) +
    box(74, 240, 172, 6, 0, p.light) +
    box(82, 180, 156, 6, 0, p.main) +
    box(82, 192, 156, 6, 0, p.main) +
    box(78, 132, 164, 6, 0, p.shade) +
    box(78, 144, 164, 6, 0, p.shade),
  'market-tote': (p) =>
    line('M122 150c0-96 76-96 76 0', p.shade, 10) +
    path('M78 138h164l12 112a12 12 0 0 1-12 12H78a12 12 0 0 1-12-12z', p.main) +
    path('M242 138l12 112a12 12 0 0 1-12 12h-32l8-124z', p.shade) +
    dot(146, 202, 32, p.light) +
    path('M146 170a32 32 0 0 1 0 64z', p.accent),
  'wool-socks': (p) =>
    `<g transform="translate(34 -6)">${path('M110 84h60v98c0 12 8 16 22 26 20 16 6 52-24 52-24 0-58-22-58-58z', p.shade)}</g>` +
    path('M96 92h62v98c0 12 8 16 24 26 22 16 6 50-26 50-26 0-60-22-60-58z', p.main) +
    box(92, 84, 70, 30, 8, p.accent) +
    path('M168 204c26 14 34 30 18 52-14-6-26-26-18-52z', p.light) +
    line('M98 134h58M98 152h58', p.light, 7),
  'terracotta-pot': (p) =>
    line('M160 146c-4-40-2-60 0-82', p.accent, 6) +
    path('M158 108c-40 8-60-14-62-42 38-4 60 14 62 42zM162 90c4-36 30-48 60-46 0 32-24 50-60 46z', p.accent) +
    box(92, 140, 136, 32, 6, p.shade) +
    path('M102 172h116l-14 78a14 14 0 0 1-14 12h-60a14 14 0 0 1-14-12z', p.main) +
    path('M186 172h32l-14 78a14 14 0 0 1-14 12h-18z', p.shade, ' opacity=".5"'),
  'watering-can': (p) =>
    line('M122 232L48 118', p.shade, 15) +
    path('M28 112l34-20 10 20-30 20z', p.accent) +
    line('M142 146c10-74 116-52 84 66', p.accent, 12) +
    path('M112 144h108v106a12 12 0 0 1-12 12h-84a12 12 0 0 1-12-12z', p.main) +
    oval(166, 144, 54, 14, p.shade) +
    box(112, 206, 108, 9, 0, p.shade) +
    dot(24, 156, 5, p.main) +
    dot(38, 176, 5, p.main),
  'hand-trowel': (p) =>
    `<g transform="rotate(34 160 160)">${box(146, 30, 30, 104, 14, p.main)}${box(146, 112, 30, 12, 0, p.accent)}${line('M161 134v42', p.shade, 12)}${path('M128 168h66c8 52-8 86-33 112-25-26-41-60-33-112z', p.light)}${path('M161 168h33c8 52-8 86-33 112z', p.shade, ' opacity=".45"')}</g>`,
  'bypass-shears': (p) =>
    `<g transform="rotate(-30 160 170)">${path('M150 152c-6-52 4-90 26-112 12 40 8 82-6 116z', p.light)}${path('M170 152c10-38 2-74-20-96-10 34-8 66 4 100z', p.shade)}${line('M152 164c-30 30-36 62-28 104', p.main, 20)}${line('M168 164c30 30 36 62 28 104', p.main, 20)}${dot(160, 154, 16, p.accent)}${dot(160, 154, 5, p.light)}</g>`,
  'seed-box': (p) =>
    times(
      4,
      (i) =>
        `<g transform="rotate(${i * 5 - 8} ${100 + i * 40} 170)">${box(80 + i * 38, 104, 46, 90, 4, i % 2 ? p.light : p.accent)}${dot(103 + i * 38, 138, 11, i % 2 ? p.accent : p.light)}</g>`,
    ) +
    path('M60 166h200v84a12 12 0 0 1-12 12H72a12 12 0 0 1-12-12z', p.main) +
    box(60, 166, 200, 14, 0, p.shade) +
    box(146, 200, 28, 20, 5, p.accent),
  'herb-planter': (p) =>
    times(
      3,
      (i) =>
        `<g transform="translate(${i * 62} 0)">${line('M98 184v-62M98 160c-22-2-28-18-28-32M98 150c20-2 28-16 28-30', p.accent, 6)}${oval(70, 122, 11, 16, p.accent)}${oval(126, 116, 11, 16, p.accent)}${oval(98, 108, 12, 19, p.accent)}</g>`,
    ) +
    box(48, 180, 224, 70, 14, p.main) +
    box(48, 180, 224, 20, 10, p.shade) +
    box(66, 250, 188, 12, 4, p.light),
  'bird-feeder': (p) =>
    line('M160 40v40', p.shade, 5) +
    box(106, 138, 108, 86, 3, p.light) +
    path('M106 176h108v48H106z', p.accent, ' opacity=".75"') +
    path('M160 70l96 70H64z', p.main) +
    path('M160 70l96 70h-42z', p.shade) +
    box(86, 222, 148, 18, 6, p.main) +
    path('M226 222c-6-30 16-42 32-36l14-4-8 12c2 22-14 30-38 28z', p.shade) +
    dot(254, 196, 3, p.light),
  'garden-twine': (p) =>
    box(96, 94, 128, 22, 8, p.shade) +
    box(96, 240, 128, 22, 8, p.shade) +
    box(110, 116, 100, 124, 10, p.main) +
    times(8, (i) => line(`M112 ${130 + i * 14}l96-10`, p.light, 5, ' opacity=".7"')) +
    line('M206 228c44 10 48 34 22 36s-20-24 30-18', p.main, 6),
}
