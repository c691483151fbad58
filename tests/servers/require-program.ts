/** Programs of Debian that tests need, installed with apt if the user may. */
import { spawnSync } from 'node:child_process'

/** Another test file may install at the same time: apt then refuses, and the program exists a little later. */
const ATTEMPTS = 20
const PAUSE_MS = 3000

/** Returns the name of a program that runs. Otherwise throws an error that names the package to install. */
export function requireProgram(name: string, aptPackage: string): string {
  const runs = (): boolean => spawnSync(name, ['--version']).status === 0
  if (runs()) return name
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const install = ['install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=60', aptPackage]
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      spawnSync('apt-get', ['update'], { stdio: 'ignore' })
      const { status } = spawnSync('apt-get', install, { stdio: 'ignore', env })
      if (runs()) return name
      // It was installed and doesn't run.
      if (status === 0) break
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
    }
  }
  throw new Error(`These tests need ${name}: install it ("apt-get install ${aptPackage}") and run them again.`)
}
