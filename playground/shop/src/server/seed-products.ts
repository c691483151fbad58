/** The demo catalogue: forty products, eight a category. Prices in cents. */
import type { Category } from './product.ts'

export interface SeedProduct {
  readonly slug: string
  readonly name: string
  readonly category: Category
  readonly price: number
  readonly stock: number
  readonly summary: string
  readonly description: string
  readonly details: readonly string[]
}

type Row = readonly [
  slug: string,
  name: string,
  price: number,
  stock: number,
  summary: string,
  description: string,
  details: string,
]

const KITCHEN: readonly Row[] = [
  [
    'stoneware-mug',
    'Stoneware Mug',
    2400,
    64,
    'A thick-walled mug that keeps coffee warm through the first chapter.',
    'Thrown in small batches and dipped by hand in a matte glaze, so no two rims are quite alike. The handle fits three fingers, the foot is left bare, and the wall is thick enough to hold its heat.',
    'Holds 350 ml|Glazed stoneware, bare foot|Dishwasher and microwave safe',
  ],
  [
    'gooseneck-kettle',
    'Gooseneck Kettle',
    8900,
    18,
    'A slow, steady pour for people who weigh their coffee.',
    'The narrow spout gives a stream you can aim, and the counterbalanced handle keeps your wrist straight while you do. Works on gas, electric and induction.',
    'Holds 0.9 litres|Brushed stainless steel, beech handle|All hobs, induction included',
  ],
  [
    'carbon-steel-pan',
    'Carbon Steel Pan, 26 cm',
    7200,
    23,
    'Lighter than cast iron, and better every time you use it.',
    'It arrives with its first layer of seasoning baked on. Sear, fry, then finish in the oven: after a few weeks eggs slide off it. There is no coating to wear out, so it is the last pan you buy in this size.',
    '26 cm, 1.6 kg|2 mm carbon steel|Oven safe, all hobs|Wash by hand and dry at once',
  ],
  [
    'ash-serving-bowl',
    'Ash Serving Bowl',
    5800,
    12,
    'Turned from one piece of ash, wide enough for a table of six.',
    'The grain runs straight through from rim to foot. Finished with food-safe hard wax oil, which you can renew at home in five minutes.',
    '32 cm across, 11 cm deep|Solid European ash|Wipe clean, oil twice a year',
  ],
  [
    'paring-knife',
    'Paring Knife',
    3900,
    41,
    'The small knife you reach for more often than the big one.',
    'A thin, stiff blade for peeling, hulling and everything too small for a board. Takes an edge easily and tells you when it wants one.',
    '9 cm blade|High-carbon steel, pear wood handle|Wash by hand',
  ],
  [
    'walnut-board',
    'Walnut Cutting Board',
    6400,
    9,
    'End grain that closes behind the knife.',
    'Blocks of walnut set on end are kind to an edge and hide their scars. A groove on one side catches juices; the other is flat for bread.',
    '38 × 28 × 4 cm|End-grain walnut|Rubber feet, removable',
  ],
  [
    'storage-jar',
    'Cork-Top Storage Jar',
    2200,
    88,
    'Coffee, oats, screws: see what is left at a glance.',
    'Hand-blown borosilicate glass with a turned cork that seals by friction alone. The mouth is wide enough for a scoop and a small hand.',
    'Holds 1 litre|Borosilicate glass, natural cork|Glass is dishwasher safe',
  ],
  [
    'steel-press',
    'Steel Coffee Press',
    6900,
    0,
    'A double-walled press with nothing to break.',
    'Two walls of steel keep the pot hot for an hour, and a two-stage filter keeps the last cup as clear as the first.',
    'Holds 1 litre, eight small cups|Stainless steel inside and out|Dishwasher safe',
  ],
]

const DESK: readonly Row[] = [
  [
    'linen-notebook',
    'Linen Notebook',
    1800,
    120,
    'Lies flat on any page, and stays there.',
    'Thread-sewn signatures under a linen cover, with paper heavy enough for a fountain pen. Numbered pages and an index at the front, for those who go back and look.',
    'A5, 192 numbered pages|100 g cream paper, dotted|Linen over board',
  ],
  [
    'brass-pen',
    'Brass Ballpoint',
    4600,
    35,
    'Turned from solid bar, and darker every year.',
    'The weight does half of the writing. Brass takes a patina from your hand; polish it back, or do not. Takes the refill that every stationer stocks.',
    '13.5 cm, 38 g|Solid brass, uncoated|Takes G2 refills, black included',
  ],
  [
    'task-lamp',
    'Task Lamp',
    14900,
    14,
    'Light where the work is, and nowhere else.',
    'Two sprung arms hold any position with one finger. The head turns all the way round and dims from reading bright to evening low without a flicker.',
    '92 cm reach|Powder-coated steel|2700 K, 8 W LED, replaceable bulb',
  ],
  [
    'desk-clock',
    'Quiet Desk Clock',
    5400,
    27,
    'A sweeping hand and no tick at all.',
    'A plain dial in a block of maple. The movement sweeps, so a quiet room stays quiet.',
    '10 cm dial|Solid maple, glass front|One AA cell, lasts about two years',
  ],
  [
    'wool-desk-mat',
    'Wool Desk Mat',
    4800,
    31,
    'Soft under the wrists, quiet under the keys.',
    'Five millimetres of pressed wool felt with a cork back. It keeps a cold desk warm, and shrugs off crumbs and coffee.',
    '80 × 30 cm|Merino felt, natural cork|Brush, or wipe with a damp cloth',
  ],
  [
    'letter-tray',
    'Oak Letter Tray',
    5200,
    16,
    'For paper that has not decided where to live.',
    'Finger-jointed corners and a cut-away front, sized for A4 with room for your thumb. Stacks with itself.',
    '33 × 25 × 6 cm|Solid oak, oiled|Stackable',
  ],
  [
    'pencil-cup',
    'Pencil Cup',
    1900,
    73,
    'Cast concrete with a felt foot.',
    'Heavy enough that nothing tips it, small enough that you keep only the pencils you like.',
    '8 cm across, 10 cm tall|Fine-cast concrete|Felt base',
  ],
  [
    'monitor-riser',
    'Monitor Riser',
    9800,
    7,
    'Eleven centimetres for your neck, and a garage for your keyboard.',
    'One bent sheet of birch ply, no screws. A slot at the back takes the cables and the gap below takes a full keyboard.',
    '56 × 24 × 11 cm|Formed birch ply|Carries 25 kg',
  ],
]

const OUTDOORS: readonly Row[] = [
  [
    'canvas-day-pack',
    'Canvas Day Pack, 18 L',
    12800,
    22,
    'A pack for the city that does not mind the hill.',
    'Waxed canvas over a simple frame sheet, two outside pockets that take a bottle each, and a lid that closes over a loaf of bread. Rewax it every other autumn.',
    '18 litres, 980 g|Waxed cotton canvas, bridle leather|Holds a 15-inch laptop',
  ],
  [
    'insulated-bottle',
    'Insulated Bottle',
    3400,
    96,
    'Hot for twelve hours, cold for twenty-four.',
    'A narrow neck to drink from and a wide lid to fill through. The powder coat grips when your gloves are wet.',
    'Holds 750 ml|18/8 stainless steel|Lid and neck dishwasher safe',
  ],
  [
    'ridge-tent',
    'Ridge Tent for Two',
    34900,
    5,
    'Two poles, six pegs, four minutes.',
    'An old shape in new cloth. It sheds wind from any side, stands in loose ground, and the inner clips out when the night is warm.',
    '2.1 kg packed|Sil-nylon fly, 3000 mm floor|Two doors, two porches',
  ],
  [
    'camp-lantern',
    'Camp Lantern',
    5900,
    28,
    'A warm glow that lasts the whole weekend.',
    'Turn the collar to dim it; turn it past the click for a red light that keeps your night eyes. Charges over USB-C and can lend some of that to a phone.',
    '30 to 280 lumens|Up to 80 hours|IPX4, hangs or stands',
  ],
  [
    'enamel-mug',
    'Enamel Camp Mug',
    1600,
    140,
    'Goes on the fire, in the dishwasher and off the table.',
    'Two coats of enamel on steel with a rolled rim. It will chip one day, and look better for it.',
    'Holds 400 ml|Enamelled steel|Fire and dishwasher safe',
  ],
  [
    'folding-stool',
    'Folding Stool',
    6700,
    19,
    'Three legs, so it never wobbles.',
    'Ash legs and a leather seat that gives a little. Folds to the size of an umbrella and carries more than you would think.',
    '45 cm tall, 900 g|Ash, vegetable-tanned leather|Carries 120 kg',
  ],
  [
    'wool-beanie',
    'Ribbed Wool Beanie',
    2800,
    54,
    'Warm when wet, and it never smells.',
    'Knitted in one piece from lambswool, so there is no seam across the crown. Wear it rolled or long.',
    'One size|100 % lambswool|Wash cool, dry flat',
  ],
  [
    'pocket-compass',
    'Pocket Compass',
    4200,
    3,
    'It has never asked for an update.',
    'A damped needle in a brass case with a hinged lid, and a bearing ring you can turn with cold hands.',
    '5 cm across|Brass, sapphire bearing|Luminous at night',
  ],
]

const TEXTILES: readonly Row[] = [
  [
    'merino-throw',
    'Merino Throw',
    13900,
    11,
    'The one that everybody pulls toward themselves.',
    'Woven from long-staple merino in a soft twill, washed until it drapes, fringed by hand at both ends.',
    '140 × 200 cm|100 % merino, 480 g/m²|Wash on wool, dry flat',
  ],
  [
    'linen-cushion',
    'Linen Cushion',
    4900,
    38,
    'Stonewashed linen around a proper feather fill.',
    'Heavy linen that softens with every wash. A hidden zip along the seam, and a filling that comes back up when you shake it.',
    '50 × 50 cm|100 % linen, feather fill|Cover washes at 40 °C',
  ],
  [
    'waffle-towel',
    'Waffle Bath Towel',
    3200,
    57,
    'Dries you, and then itself.',
    'A deep waffle weave that drinks quickly, hangs to nothing and is dry again by lunch.',
    '70 × 140 cm|100 % organic cotton|Wash at 60 °C',
  ],
  [
    'striped-rug',
    'Striped Wool Rug',
    18900,
    6,
    'Flat-woven, reversible, and hard to stain.',
    'Woven on a narrow loom from undyed and plant-dyed wool. Turn it over in spring; it is the same, the other way round.',
    '80 × 200 cm|100 % wool, flat weave|Shake out, spot clean',
  ],
  [
    'linen-apron',
    'Cross-Back Apron',
    5200,
    25,
    'Nothing to tie, nothing round your neck.',
    'Drop it over your head and the straps cross behind. Two deep pockets and a loop for the cloth you always lose.',
    'One size, adjustable by buttons|Washed linen|Wash at 40 °C',
  ],
  [
    'tea-towels',
    'Tea Towels, Set of Three',
    2600,
    82,
    'Half linen, so glasses come out clear.',
    'A half-linen cloth that leaves no lint and gets better with age. Three stripes, one colour each.',
    '50 × 70 cm, three towels|Half linen, half cotton|Wash at 60 °C',
  ],
  [
    'market-tote',
    'Market Tote',
    1900,
    66,
    'A flat bottom, so the eggs stay up.',
    'Heavy cotton with a stitched base and handles long enough for a winter coat.',
    '40 × 38 × 14 cm|400 g cotton canvas|Carries 15 kg',
  ],
  [
    'wool-socks',
    'House Socks',
    2400,
    0,
    'Thick enough to leave the slippers by the door.',
    'Terry-knit inside, ribbed outside, with a heel that stays where you put it.',
    'Sizes 36 to 45 in one stretch|80 % wool, 20 % polyamide|Wash at 30 °C',
  ],
]

const GARDEN: readonly Row[] = [
  [
    'terracotta-pot',
    'Terracotta Pot',
    2100,
    49,
    'Clay that breathes, so roots do too.',
    'Pressed from coarse clay and fired hot enough to stand a frost. Comes with the saucer that others sell you later.',
    '18 cm across, with saucer|Frost-proof terracotta',
  ],
  [
    'watering-can',
    'Long-Neck Watering Can',
    5600,
    17,
    'Reaches the back of the shelf without a chair.',
    'A balanced can with a fine rose for seedlings. Take the rose off and it pours a single clean stream.',
    'Holds 1.6 litres|Galvanised steel, brass rose',
  ],
  [
    'hand-trowel',
    'Hand Trowel',
    2900,
    44,
    'Forged in one piece, so the neck cannot bend.',
    'A narrow, slightly dished blade with depth marks, on an ash handle long enough for two hands in hard ground.',
    '31 cm long|Forged carbon steel, ash handle',
  ],
  [
    'bypass-shears',
    'Bypass Shears',
    4400,
    21,
    'A clean cut up to the thickness of your thumb.',
    'Two blades that pass like scissors, so living wood is cut and not crushed. Every part unscrews and every part can be bought.',
    'Cuts to 22 mm|Hardened steel, forged handles',
  ],
  [
    'seed-box',
    'Heirloom Seed Box',
    3600,
    30,
    'Twelve old vegetables in a box that sorts them by month.',
    'Open-pollinated seed from growers who save their own, in paper packets behind twelve dividers. Save yours next year and the box refills itself.',
    'Twelve packets|Birch box, brass hinge|Sowing guide included',
  ],
  [
    'herb-planter',
    'Windowsill Planter',
    4700,
    13,
    'Three herbs, one tray, no wet sill.',
    'A long glazed trough with three inner pots and a cork strip beneath. Turn it once a week and basil forgives the rest.',
    '42 × 14 cm|Glazed stoneware, three inner pots',
  ],
  [
    'bird-feeder',
    'Bird Feeder',
    3800,
    26,
    'A small house that small birds queue for.',
    'A larch roof that lifts for filling, glass sides to see when it is time, and perches too short for pigeons.',
    '24 cm tall|Larch, glass|Hangs from a steel cable',
  ],
  [
    'garden-twine',
    'Garden Twine',
    900,
    210,
    'Sixty metres of jute on a spool that stands up.',
    'Soft enough for tomatoes, strong enough for beans, and gone into the compost by spring.',
    '60 m, three-ply|Undyed jute, beech spool',
  ],
]

function rowsOf(category: Category, rows: readonly Row[]): readonly SeedProduct[] {
  return rows.map(([slug, name, price, stock, summary, description, details]) => ({
    slug,
    name,
    category,
    price,
    stock,
    summary,
    description,
    details: details.split('|'),
  }))
}

/** In the order in which the shop features them: one of each category in turn. */
export const SEED_PRODUCTS: readonly SeedProduct[] = interleave([
  rowsOf('kitchen', KITCHEN),
  rowsOf('outdoors', OUTDOORS),
  rowsOf('desk', DESK),
  rowsOf('textiles', TEXTILES),
  rowsOf('garden', GARDEN),
])

function interleave(lists: readonly (readonly SeedProduct[])[]): readonly SeedProduct[] {
  const longest = Math.max(...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list[index] ?? [])).flat()
}
