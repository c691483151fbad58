/** Programs of Debian that tests need, installed with apt if the user may. */
import { spawnSync } from 'node:child_process'

/** Returns the name of a program that runs. Otherwise throws an error that names the package to install. */
export function requireProgram(name: string, aptPackage: string): string {
  const runs = (): boolean => spawnSync(name, ['--version']).status === 0
  if (runs()) return name
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    spawnSync('apt-get', ['update'], { stdio: 'ignore' })
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', aptPackage], { stdio: 'ignore', env })
    if (runs()) return name
  }
  throw new Error(`These tests need ${name}: install it ("apt-get install ${aptPackage}") and run them again.`)
}
