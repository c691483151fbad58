/** A process that writes to SQLite files, and the files as a loss of power at its end would have left them. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { requireProgram } from './require-program.ts'

const SOURCE = fileURLToPath(new URL('./power-loss.c', import.meta.url))
const WRITER = fileURLToPath(new URL('./power-loss-writer.mjs', import.meta.url))
/** Disks write a sector as a whole. */
const SECTOR = 512

/** Compiles the library that records syncs into a folder. */
export function compileRecorder(folder: string): string {
  const library = join(folder, 'power-loss.so')
  const flags = ['-shared', '-fPIC', '-O2', '-o', library, SOURCE, '-ldl', '-lpthread']
  const { status, stderr } = spawnSync(requireProgram('gcc', 'gcc'), flags, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`gcc ended with ${status}:\n${stderr}`)
  return library
}

/**
 * Runs the writer on the SQLite file of a folder, and kills it.
 *
 * @param lifeMs Time in milliseconds after its first confirmed operation.
 * @param env More variables of the recorder.
 * @returns the operations that it had confirmed
 */
export async function runWriter(
  library: string,
  folder: string,
  lifeMs: number,
  env: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  mkdirSync(join(folder, 'synced'), { recursive: true })
  const child = spawn(process.execPath, [WRITER, `sqlite:${join(folder, 'fw.db')}`], {
    env: { PATH: process.env.PATH, LD_PRELOAD: library, POWER_LOSS: join(folder, 'synced'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [text, errors] = ['', '']
  child.stderr.on('data', (chunk) => (errors += chunk))
  child.stdout.on('data', (chunk) => {
    if (text === '') setTimeout(() => child.kill('SIGKILL'), lifeMs)
    text += chunk
  })
  const signal = await new Promise((resolve) => child.once('close', (_code, by) => resolve(by)))
  if (signal !== 'SIGKILL') throw new Error(`The writer ended by itself:\n${errors}`)
  // The last line can be incomplete.
  return text.split('\n').slice(0, -1)
}

/**
 * Writes the files as they were on the disk into another folder.
 *
 * @param reaches Whether a sector that was written after the last sync has reached the disk.
 */
export function restoreFiles(folder: string, target: string, reaches: () => boolean): void {
  mkdirSync(target, { recursive: true })
  const synced = join(folder, 'synced')
  const names = new Set(readdirSync(synced).map((name) => name.replace(/\.(?:later|new)$/, '')))
  for (const name of names) {
    const path = join(synced, name)
    const content = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
    const later = existsSync(`${path}.later`) ? readFileSync(`${path}.later`) : Buffer.alloc(0)
    writeFileSync(join(target, name), applyWrites(content, later, reaches))
  }
}

function applyWrites(content: Buffer, later: Buffer, reaches: () => boolean): Buffer {
  let file: Buffer = Buffer.from(content)
  for (let at = 0; at + 16 <= later.length; ) {
    const [offset, size] = [Number(later.readBigInt64LE(at)), Number(later.readBigInt64LE(at + 8))]
    at += 16
    if (size < 0) {
      if (reaches()) file = resize(file, offset)
      continue
    }
    const data = later.subarray(at, at + size)
    at += size
    for (let sector = 0; sector < data.length; ) {
      const length = Math.min(SECTOR - ((offset + sector) % SECTOR), data.length - sector)
      if (reaches()) {
        if (file.length < offset + sector + length) file = resize(file, offset + sector + length)
        data.copy(file, offset + sector, sector, sector + length)
      }
      sector += length
    }
  }
  return file
}

function resize(file: Buffer, size: number): Buffer {
  return size <= file.length ? file.subarray(0, size) : Buffer.concat([file, Buffer.alloc(size - file.length)])
}
