/** Clean roots, and the instructions of a Dockerfile in them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { HOME, startInRoot } from './clean-root.ts'
import { buildContainer } from './container.ts'
import { REPOSITORY } from './pack.ts'
import { Terminal } from './terminal.ts'

/** Opens a terminal in a folder with these files. */
function openTerminal(files: Readonly<Record<string, string>>): Terminal {
  const home = mkdtempSync(join(tmpdir(), 'fw-container-'))
  onTestFinished(() => {
    for (const folder of [home, `${home}-image`]) rmSync(folder, { recursive: true, force: true })
  })
  for (const [path, text] of Object.entries({ '../.npmrc': '', '.dockerignore': '.env*\nleft\n', ...files })) {
    mkdirSync(dirname(join(home, 'work', path)), { recursive: true })
    writeFileSync(join(home, 'work', path), text)
  }
  const mounts = [{ from: home, at: HOME, isWritable: true }]
  const start = (line: string) => startInRoot(line, { cwd: `${HOME}/work`, env: {}, mounts })
  return new Terminal(join(home, 'work'), { home, start }, (text) => text.trim())
}

it('a clean root has no privileges, no variables, no file of this machine, and writes only to the home folder', async () => {
  const terminal = openTerminal({})
  await terminal.run('id -un; env | sort; ls -A ~; touch ~/new')
  await terminal.run(`ls ${REPOSITORY}; ls /root /work`)
  for (const path of ['/new', '/usr/new', '/etc/new']) expect(await terminal.run(`touch ${path}`)).toBe(1)
  await terminal.run('chown root ~/new; unshare --mount true; cat /proc/1/environ')
  const text = terminal.text()
  expect(text).toMatch(/\nnode\nHOME=\/home\/node\nLANG=C\.UTF-8\nPATH=\S+\nPWD=\/home\/node\/work\n\.npmrc\nwork\n/)
  expect(text.match(/No such file or directory/g)).toHaveLength(3)
  expect(text.match(/Read-only file system/g)).toHaveLength(3)
  expect(text).toMatch(/chown: .* (?:Operation not permitted|Invalid argument)/)
  expect(text).toContain('Operation not permitted')
})

it('Ctrl-C ends the command, and the exit code is that of the command', async () => {
  const terminal = openTerminal({})
  expect(await terminal.run('exit 7')).toBe(7)
  const server = `require('http').createServer().listen(0, function () { console.log('http://127.0.0.1:' + this.address().port) })`
  await terminal.serve(`node -e "${server}"`, async ({ origin }) => {
    expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  })
  expect(terminal.text()).toContain('^C\n\n[exit 130]')
})

const SERVER = `
const { appendFileSync, readFileSync } = require('fs')
const write = (path) => { try { appendFileSync(path, '+'); return 'written' } catch ({ code }) { return code } }
require('http').createServer((request, response) => {
  response.end([process.getuid(), process.env.MODE, write('own/data'), write('server.js'), readFileSync('built')].join(' '))
}).listen(process.env.PORT, () => console.log('http://127.0.0.1:' + process.env.PORT))
`

it('the stages of a Dockerfile run, and its image runs as its user, who writes only to what belongs to it', async () => {
  const terminal = openTerminal({
    'server.js': SERVER,
    '.env.local': 'SECRET=1',
    'left/out': '',
    'own/data': '',
    Dockerfile: [
      'FROM node:22-slim AS build',
      'WORKDIR /app',
      'COPY . .',
      "RUN ls -A && node -e \"fs.writeFileSync('built', 'by ' + process.getuid())\"",
      '',
      'FROM node:22-slim',
      'WORKDIR /app',
      'ENV MODE=quiet PORT=3000',
      '# A comment',
      'COPY --from=build /app ./',
      'COPY --from=build --chown=node:node /app/own ./own',
      'USER node',
      'EXPOSE 3000',
      'VOLUME /app/own',
      'HEALTHCHECK CMD test -f built',
      'CMD ["node", "server.js"]',
      '',
    ].join('\n'),
  })
  const container = await buildContainer(terminal)
  expect(container.healthCheck).toBe('test -f built')
  expect(terminal.text()).toContain('\n.dockerignore\nDockerfile\nown\nserver.js\n')
  await container.start({ MODE: 'loud' }, async ({ origin }) => {
    expect(await (await fetch(origin)).text()).toBe('1000 loud written EROFS by 0')
  })
})

it.each([
  ['ADD . .', "The instruction ADD isn't supported."],
  ['RUN one \\', '"RUN one \\" isn\'t an instruction in one line.'],
  ['COPY --link . .', 'No --link in COPY.'],
  ['USER ada', 'The image has no user ada.'],
  ['RUN exit 3', 'RUN exit 3 ended with 3'],
])('%s is refused', async (line, problem) => {
  const terminal = openTerminal({ Dockerfile: `FROM node:22-slim\nWORKDIR /app\n${line}\n` })
  await expect(buildContainer(terminal)).rejects.toThrow(problem)
})
