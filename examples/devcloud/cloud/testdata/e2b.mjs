// What a user of the npm package e2b does; an assertion that fails ends it.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'

const { Sandbox, CommandExitError, NotFoundError, RateLimitError, FilesystemEventType } =
  createRequire(process.env.NODE_MODULES + '/')('e2b')

async function until(done) {
  for (const end = Date.now() + 10_000; !(await done()); ) assert(Date.now() < end, 'it did not happen in 10 s')
}

async function lifecycle() {
  const one = await Sandbox.create('base', { timeoutMs: 120_000, metadata: { a: '1 & 2' }, envs: { FROM: 'create' } })
  const two = await Sandbox.create('base', { timeoutMs: 120_000 })
  const found = []
  for (const pages = Sandbox.list({ limit: 1 }); pages.hasNext; ) found.push(...(await pages.nextItems()).map((s) => s.sandboxId))
  assert.deepEqual(found, [two.sandboxId, one.sandboxId])
  const chosen = await Sandbox.list({ query: { metadata: { a: '1 & 2' }, state: ['running'] } }).nextItems()
  assert.deepEqual(chosen.map((s) => s.sandboxId), [one.sandboxId])
  await assert.rejects(Sandbox.create('base'), RateLimitError)
  assert(await two.kill())
  assert(!(await two.isRunning()))
  await assert.rejects(Sandbox.connect(two.sandboxId), NotFoundError)
  return one
}

async function commands(s) {
  const r = await s.commands.run('echo out; echo err >&2; echo $FROM $ONE; basename $PWD', { envs: { ONE: '1' }, cwd: '/tmp' })
  assert.deepEqual([r.stdout, r.stderr, r.exitCode], ['out\ncreate 1\ntmp\n', 'err\n', 0])
  await assert.rejects(s.commands.run("printf 'caf\\303'; sleep 0.05; printf '\\251'; exit 3"), (e) => {
    assert(e instanceof CommandExitError)
    assert.deepEqual([e.exitCode, e.stdout], [3, 'café'])
    return true
  })
  let seen = ''
  await s.commands.run('echo a; echo b', { onStdout: (text) => (seen += text) })
  assert.equal(seen, 'a\nb\n')

  const cat = await s.commands.run('cat; echo end', { background: true, stdin: true })
  assert((await s.commands.list()).some((p) => p.pid === cat.pid))
  await s.commands.sendStdin(cat.pid, 'hello\n')
  await s.commands.closeStdin(cat.pid)
  assert.equal((await cat.wait()).stdout, 'hello\nend\n')

  const sleep = await s.commands.run('sleep 60', { background: true })
  assert(await sleep.kill())
  await assert.rejects(sleep.wait(), /killed/)
  assert(!(await s.commands.kill(sleep.pid)))
}

async function files(s) {
  assert(await s.files.makeDir('d'))
  assert(!(await s.files.makeDir('d')))
  const binary = new Uint8Array(256_000).map((_, i) => i)
  await s.files.write('/tmp/bin', new Blob([binary]))
  assert.deepEqual(await s.files.read('/tmp/bin', { format: 'bytes' }), binary)
  const name = 'd/ünï 文件 &?#%.txt'
  assert.equal((await s.files.write(name, 'grüße')).path, '/home/user/' + name)
  assert.equal(await s.files.read(name), 'grüße')
  assert.equal((await s.commands.run('cat d/*; wc -c < /tmp/bin')).stdout, 'grüße256000\n')
  assert.deepEqual((await s.files.list('d')).map((e) => [e.name, e.type]), [[name.slice(2), 'file']])
  assert.equal((await s.files.rename(name, 'e/new.txt')).path, '/home/user/e/new.txt')
  assert((await s.files.exists('e/new.txt')) && !(await s.files.exists(name)))
  assert.deepEqual(await s.files.list('d'), [])

  const events = []
  const watch = await s.files.watchDir('d', (e) => events.push(e), { recursive: true })
  await s.files.write('d/w.txt', '1')
  await s.files.remove('d/w.txt')
  await until(() => new Promise((resolve) => setImmediate(() => resolve(events.some((e) => e.type === FilesystemEventType.REMOVE)))))
  assert.equal(events[0].type, FilesystemEventType.CREATE)
  assert.equal(events[0].name, 'w.txt')
  await watch.stop()
  await assert.rejects(s.files.read('d/w.txt'), NotFoundError)
}

async function terminal(s) {
  let out = ''
  const pty = await s.pty.create({ cols: 80, rows: 24, timeoutMs: 0, onData: (data) => (out += new TextDecoder().decode(data)) })
  await s.pty.resize(pty.pid, { cols: 132, rows: 50 })
  await s.pty.sendInput(pty.pid, new TextEncoder().encode('stty size; exit 0\n'))
  await pty.wait()
  assert(out.includes('50 132'), out)
}

async function ending(s) {
  await s.setTimeout(60_000)
  assert(await s.pause())
  const again = await Sandbox.connect(s.sandboxId, { timeoutMs: 60_000 })
  assert(await again.isRunning())
  await again.setTimeout(0)
  await until(async () => !(await again.isRunning()))
}

const sandbox = await lifecycle()
await commands(sandbox)
await files(sandbox)
await terminal(sandbox)
await ending(sandbox)
console.log('fine')
